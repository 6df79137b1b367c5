public import Foundation
public import OpenMarketAPI
import OpenMarketStore

extension ListingFormModel {
  /// Prepares photos for upload, stores them on this device, and appends them, one call after the other.
  ///
  /// - Throws: `ListingValidationError` with `wrongCount` for more than ``remainingPhotoCount``, before any is read;
  ///   `ListingValidationError` for one that cannot be used; `SubmissionFailure` with `notPossible` in an edit; `StoreError`, with
  ///   `diskFull` when there is no room. Then none was added.
  public func addPhotos(_ uploads: [PhotoUpload]) async throws {
    await loading?.value
    try take { try $0.photosRequested(uploads.count) }
    guard !uploads.isEmpty else { return }
    let before = adding
    let task = Task<Void, any Error> {
      await before?.value
      do {
        let stored = try await market.storePhotos(uploads)
        take { $0.photosEnded(uploads.count, stored: stored) }
      } catch {
        take { $0.photosEnded(uploads.count) }
        throw error
      }
    }
    adding = Task { _ = try? await task.value }
    try await task.value
  }

  /// Removes photos; invalid positions are ignored, as are photos that cannot be changed.
  public func removePhotos(at offsets: IndexSet) {
    take { $0.changePhotos { $0.removed(at: offsets) } }
  }

  /// Moves photos before the one at `destination`, with the semantics of SwiftUI's `onMove`.
  public func movePhotos(from source: IndexSet, to destination: Int) {
    take { $0.changePhotos { $0.moved(from: source, to: destination) } }
  }
}
