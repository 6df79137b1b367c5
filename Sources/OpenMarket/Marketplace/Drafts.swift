import Foundation
import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore

/// The unsent drafts of listings and edits, also across launches and crashes. A ``ListingFormModel`` saves its own as it is
/// typed.
///
/// ```swift
/// try await market.drafts.save("new listing", draft)
/// let draft = try await market.drafts.load("new listing")?.draft  // after a relaunch
/// let listing = try await market.drafts.sell("new listing")   // the draft is gone, the listing is in the queue
/// ```
public struct Drafts: Sendable {
  let market: Marketplace

  /// Saves a draft, replacing any of that name; it is on disk when this returns.
  ///
  /// - Parameters:
  ///   - key: The app's name for it: 1 to 200 bytes.
  ///   - draft: The draft, which is not validated. ``Marketplace/storePhotos(_:)`` makes its photos.
  /// - Throws: `StoreError`, with `invalidInput` for an unusable name or texts of more than
  ///   `ListingDraft.sizeLimit`, with `diskFull` when there is no room; `CancellationError`.
  public func save(_ key: String, _ draft: ListingDraft) async throws {
    try await market.store.saveDraft(draft, as: key, at: market.now)
  }

  /// Saves a draft repeatedly while the user types, under a name as of ``save(_:_:)``.
  package func autosave(_ key: String) -> DraftAutosave {
    DraftAutosave(among: market.autosaves) { [self] draft in
      if draft.hasChanges { try await save(key, draft) } else { try await delete(key) }
    }
  }

  /// The drafts of new listings, the latest saved first.
  /// - Parameter limit: The maximum number of drafts.
  /// - Returns: At most `limit` drafts.
  /// - Throws: `StoreError`, or `CancellationError`.
  public func list(limit: Int = 100) async throws -> [SavedDraft] {
    try await market.store.drafts(limit: limit)
  }

  /// The first 100 drafts of new listings, now and after every change.
  public var updates: some AsyncSequence<[SavedDraft], any Error> & Sendable {
    LiveValues(store: market.store) {
      $0 == .drafts || $0 == .everything
    } read: { [store = market.store] in
      try await store.drafts()
    }
  }

  /// Returns the draft of that name; `nil` if there is none.
  /// - Throws: `StoreError`, or `CancellationError`.
  public func load(_ key: String) async throws -> SavedDraft? { try await market.store.draft(key) }

  /// Deletes a draft.
  /// - Returns: Whether there was one of that name.
  /// - Throws: `StoreError`, or `CancellationError`.
  @discardableResult
  public func delete(_ key: String) async throws -> Bool { try await market.store.deleteDraft(key) }

  /// Takes over the drafts of new listings, with their photos, from another market, such as that of a guest who signs in.
  ///
  /// One whose name is taken here gets a number after it. A photo that is damaged is left out. When it fails, the drafts that
  /// were not taken over are where they were.
  /// - Parameter other: The market whose drafts are moved; close its forms first.
  /// - Throws: `StoreError`, with `diskFull` when there is no room; `CancellationError`.
  public func move(from other: Marketplace) async throws {
    // One folder may be reached by two paths.
    let folders = [other, market].map { $0.store.folder.resolvingSymlinksInPath().path }
    guard folders[0] != folders[1] else { return }
    await other.autosaves.finish()
    for saved in try await other.store.drafts(limit: .max).reversed() {
      var draft = saved.draft
      draft.photos = []
      for photo in saved.draft.photos {
        do {
          let data = try await other.store.photo(photo)
          draft.photos.append(try await market.store.storePhoto(data, fileName: photo.fileName))
        } catch is SubmissionFailure {
          // It is damaged, or gone: the rest is not given up for it.
        }
      }
      var (key, number) = (saved.id, 1)
      // The same one is here when an earlier call was interrupted.
      while let present = try await load(key), present.draft != draft {
        number += 1
        key = "\(String(saved.id.unicodeScalars.prefix(40))) \(number)"
      }
      try await save(key, draft)
      try await other.drafts.delete(saved.id)
    }
  }

  /// Sells from a draft: one transaction enqueues the listing and deletes the draft, unless another one was saved meanwhile.
  ///
  /// - Parameter key: The app's name for it.
  /// - Returns: The listing; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with all errors; `SubmissionFailure` with `photoDamaged` when a photo is not there any more; `StoreError`, with
  ///   `invalidInput` when there is no such draft, or it is one of an edit. Then the draft is there as before.
  @discardableResult
  public func sell(_ key: String) async throws -> Listing {
    guard let saved = try await load(key) else {
      throw StoreError(.invalidInput, "There is no draft “\(key)”: it was sent or thrown away.")
    }
    guard saved.draft.edited == nil else {
      throw StoreError(.invalidInput, "The draft “\(key)” changes a listing: open it with ListingFormModel.")
    }
    return try await market.sell(
      saved.draft.newListing(), stored: saved.draft.photos, replacing: (key, saved.draft))
  }
}

extension Marketplace {
  /// The unsent drafts of listings and edits.
  public var drafts: Drafts { Drafts(market: self) }
}
