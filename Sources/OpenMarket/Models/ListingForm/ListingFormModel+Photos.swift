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
    try await addPhotos(count: uploads.count) { uploads }
  }

  /// The same for photos that are yet to be loaded, as a picker's may be in the cloud: from now on there is room for them,
  /// ``isAddingPhotos`` is true, and ``submit()`` waits for them.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - load: Loads them in their order; when it throws, or the call is cancelled, none is added.
  /// - Throws: As ``addPhotos(_:)``, with `unreadable` when `load` returns another number; and what `load` throws.
  public func addPhotos(
    count: Int, loading load: @escaping @MainActor () async throws -> [PhotoUpload]
  ) async throws {
    await loading?.value
    try take { try $0.photosRequested(count) }
    guard count > 0 else { return }
    let before = adding.last
    let task = Task<Void, any Error> {
      _ = await before?.result
      do {
        let uploads = try await load()
        try Task.checkCancellation()
        guard uploads.count == count else {
          throw ListingValidationError([
            .init(.photos, .unreadable, "Of \(count) photos \(uploads.count) came: add them again.")
          ])
        }
        let stored = try await market.storePhotos(uploads)
        take { $0.photosEnded(count, stored: stored) }
      } catch {
        take { $0.photosEnded(count) }
        throw error
      }
    }
    adding.append(task)
    defer { if state.photos.addingCount == 0 { adding = [] } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
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
