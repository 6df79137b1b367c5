public import Foundation
public import OpenMarketAPI
import OpenMarketStore

/// The photos that are being added to a form, one call after the other.
struct ListingFormAdding {
  /// How many there are.
  var count = 0
  /// The latest call.
  var last: Task<Void, Never>?
  /// The identity of the next photo.
  var nextID = 0
}

extension ListingFormModel {
  /// Prepares photos for upload, stores them on this device, and appends them.
  ///
  /// - Throws: `ListingValidationError` with `wrongCount` for more than ``remainingPhotoCount``, before any is read;
  ///   `ListingValidationError` for one that cannot be used; `SubmissionFailure` with `notPossible` in an edit; `StoreError`, with
  ///   `diskFull` when there is no room. Then none was added.
  public func addPhotos(_ uploads: [PhotoUpload]) async throws {
    await loading?.value
    guard let content, content.fixedPhotos == nil else {
      throw SubmissionFailure(.notPossible, "The photos of a listing cannot be changed.")
    }
    guard case .editing = phase else {
      throw SubmissionFailure(.notPossible, "The form has been submitted.")
    }
    guard !uploads.isEmpty else { return }
    try NewListing.validatePhotoCount(photos.count + adding.count + uploads.count)
    adding.count += uploads.count
    countPhotos()
    let before = adding.last
    let task = Task {
      await before?.value
      defer { added(uploads.count) }
      append(try await market.storePhotos(uploads), missing: [])
      changed(.photos)
    }
    adding.last = Task { _ = try? await task.value }
    try await task.value
  }

  private func added(_ count: Int) {
    adding.count -= count
    countPhotos()
  }

  /// Removes photos; invalid positions are ignored, as are photos that cannot be changed.
  public func removePhotos(at offsets: IndexSet) {
    guard content?.fixedPhotos == nil else { return }
    photos.removeAll(at: offsets)
    countPhotos()
    changed(.photos)
  }

  /// Moves photos before the one at `destination`, with the semantics of SwiftUI's `onMove`.
  public func movePhotos(from source: IndexSet, to destination: Int) {
    guard content?.fixedPhotos == nil else { return }
    photos.move(from: source, to: destination)
    changed(.photos)
  }

  /// Puts stored photos behind the others; a copy that was missing is there again with the same photo.
  func append(_ stored: [StoredPhoto], missing: Set<Int>) {
    for (index, photo) in stored.enumerated() {
      let isMissing = missing.contains(index)
      if !isMissing {
        for known in photos.indices where photos[known].stored?.sha256 == photo.sha256 {
          photos[known].isMissing = false
        }
      }
      var added = ListingFormPhoto(id: adding.nextID, url: photo.url(in: market.store.folder), stored: photo)
      added.isMissing = isMissing
      adding.nextID += 1
      photos.append(added)
    }
  }

  func countPhotos() {
    let limit = content?.fixedPhotos == nil ? ListingRules.photoCount.upperBound : 0
    let rest = max(0, limit - photos.count - adding.count)
    if remainingPhotoCount != rest { remainingPhotoCount = rest }
    if isAddingPhotos != (adding.count > 0) { isAddingPhotos = adding.count > 0 }
  }
}

extension Marketplace {
  /// The positions of stored photos whose files are gone or damaged.
  func missingPhotos(_ photos: [StoredPhoto]) async -> Set<Int> {
    var missing: Set<Int> = []
    for (index, photo) in photos.enumerated() {
      do {
        _ = try await store.checkedPhoto(photo)
      } catch is SubmissionFailure {
        missing.insert(index)
      } catch {
        // The store says so itself when the form is submitted.
      }
    }
    return missing
  }
}
