public import Foundation
import OpenMarketAPI
import OpenMarketStore

/// A photo of a ``ListingFormModel``.
public struct ListingFormPhoto: Sendable, Hashable, Identifiable {
  /// The photo's identity in the form.
  public let id: Int
  /// The photo's address: a file of this device or, in an edit, an address of the server.
  public let url: URL
  /// Whether the photo's file is missing or damaged: remove it and add it again.
  public internal(set) var isMissing = false
  /// Its copy beside the queue; `nil` in an edit.
  let stored: StoredPhoto?

  init(id: Int, url: URL, stored: StoredPhoto? = nil) {
    (self.id, self.url, self.stored) = (id, url, stored)
  }
}

/// The photos of a form, and the number of those that are being stored for it.
///
/// A pure state machine. Room is reserved before a photo is read, so that no number of them at once is too many.
struct ListingFormPhotos {
  private(set) var list: [ListingFormPhoto] = []
  /// The number of photos that are being stored.
  private(set) var addingCount = 0
  /// The most photos that there can be; 0 where they cannot be changed, as before the form is read and in an edit.
  private var limit = 0
  private var nextID = 0
  private let folder: URL

  /// Makes a form without photos.
  /// - Parameter folder: The folder of the store.
  init(folder: URL) { self.folder = folder }

  /// Whether photos can be added, removed and moved.
  var isVariable: Bool { limit > 0 }
  /// The number of photos that can still be added.
  var remainingCount: Int { max(0, limit - list.count - addingCount) }
  var stored: [StoredPhoto] { list.compactMap(\.stored) }

  /// The errors of photos whose files are missing.
  var failures: [ListingValidationError.Failure] {
    list.indices.filter { list[$0].isMissing }.map {
      .init(.photo($0), .unreadable, "Photo \($0 + 1) is gone: remove it and add it again.")
    }
  }

  /// Begins with the photos of `content`, or begins anew; those that are being stored come behind them.
  mutating func began(with content: ListingFormContent, missing: Set<StoredPhoto>) {
    limit = content.fixedPhotos == nil ? ListingRules.photoCount.upperBound : 0
    list = (content.fixedPhotos ?? []).enumerated().map { ListingFormPhoto(id: $0.offset, url: $0.element) }
    if isVariable { append(content.draft.photos, missing: missing) }
  }

  /// Reserves room for photos that are to be stored.
  /// - Throws: `SubmissionFailure` with `notPossible` where photos cannot be changed; `ListingValidationError` with
  ///   `wrongCount` when there is not enough room.
  mutating func requested(_ count: Int) throws {
    guard isVariable else {
      throw SubmissionFailure(.notPossible, "The photos of a listing cannot be changed.")
    }
    guard count > 0 else { return }
    try NewListing.validatePhotoCount(list.count + addingCount + count)
    addingCount += count
  }

  /// Frees the room of photos that were stored, or could not be.
  mutating func ended(_ count: Int) { addingCount -= count }

  /// Puts stored photos behind the others; a copy that was missing is there again with the same photo.
  mutating func append(_ photos: [StoredPhoto], missing: Set<StoredPhoto> = []) {
    for photo in photos {
      let isMissing = missing.contains(photo)
      for known in list.indices where !isMissing && list[known].stored?.sha256 == photo.sha256 {
        list[known].isMissing = false
      }
      var added = ListingFormPhoto(id: nextID, url: photo.url(in: folder), stored: photo)
      added.isMissing = isMissing
      nextID += 1
      list.append(added)
    }
  }

  /// Marks the photos whose files are missing.
  mutating func missed(_ missing: Set<StoredPhoto>) {
    for index in list.indices {
      if let stored = list[index].stored, missing.contains(stored) { list[index].isMissing = true }
    }
  }

  /// Removes photos, where that is possible.
  mutating func removed(at offsets: IndexSet) {
    if isVariable { list.removeAll(at: offsets) }
  }

  /// Moves photos, where that is possible.
  mutating func moved(from source: IndexSet, to destination: Int) {
    if isVariable { list.move(from: source, to: destination) }
  }
}

extension [ListingFormPhoto] {
  /// Moves elements as SwiftUI's `onMove` says it; positions that there are not are left aside.
  fileprivate mutating func move(from source: IndexSet, to destination: Int) {
    moveSubranges(known(source), to: Swift.min(Swift.max(0, destination), count))
  }

  /// Removes elements; positions that there are not are left aside.
  fileprivate mutating func removeAll(at offsets: IndexSet) { removeSubranges(known(offsets)) }

  private func known(_ offsets: IndexSet) -> RangeSet<Int> {
    RangeSet(offsets.intersection(IndexSet(integersIn: indices)).rangeView)
  }
}
