import Foundation
import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore

/// The drafts that somebody has begun and not sent: kept as they are typed, also across launches and crashes.
///
/// ```swift
/// let autosave = market.drafts.autosave("new listing")
/// autosave.update(draft)                                       // with every keystroke
/// let draft = try await market.drafts.load("new listing")?.draft  // after a relaunch
/// let listing = try await market.drafts.sell("new listing")   // the draft is gone, the listing is in the queue
/// ```
public struct Drafts: Sendable {
  let market: Marketplace

  /// Saves a draft, in place of what had that name; on the disk when it returns.
  ///
  /// - Parameters:
  ///   - key: What the app calls it: 1 to 200 bytes.
  ///   - draft: The draft; nothing in it is checked. ``Marketplace/storePhotos(_:)`` makes its photos.
  /// - Throws: `StoreError`, with `invalidInput` for an unusable name or texts of more than
  ///   `ListingDraft.sizeLimit`, with `diskFull` when there is no room; `CancellationError`.
  public func save(_ key: String, _ draft: ListingDraft) async throws {
    try await market.store.saveDraft(draft, as: key, at: market.now)
  }

  /// Saves a draft again and again while somebody types; see ``DraftAutosave``.
  /// - Parameter key: What the app calls it: 1 to 200 bytes.
  /// - Returns: What takes the draft as it changes.
  public func autosave(_ key: String) -> DraftAutosave {
    DraftAutosave { [self] draft in
      if draft.hasChanges { try await save(key, draft) } else { try await delete(key) }
    }
  }

  /// The drafts of new listings, the latest saved first.
  /// - Parameter limit: How many at most.
  /// - Returns: At most `limit` drafts.
  /// - Throws: `StoreError`, or `CancellationError`.
  public func list(limit: Int = 100) async throws -> [SavedDraft] {
    try await market.store.drafts(limit: limit)
  }

  /// The first 100 of them, now and after every change.
  public var updates: some AsyncSequence<[SavedDraft], any Error> & Sendable {
    LiveValues(store: market.store) {
      $0 == .drafts || $0 == .everything
    } read: { [store = market.store] in
      try await store.drafts()
    }
  }

  /// A draft; `nil` when there is none of that name.
  /// - Throws: `StoreError`, or `CancellationError`.
  public func load(_ key: String) async throws -> SavedDraft? { try await market.store.draft(key) }

  /// Throws a draft away.
  /// - Returns: Whether there was one of that name.
  /// - Throws: `StoreError`, or `CancellationError`.
  @discardableResult
  public func delete(_ key: String) async throws -> Bool { try await market.store.deleteDraft(key) }

  /// Lists what a draft describes: in one transaction the listing enters the queue and the draft is gone.
  ///
  /// - Parameter key: What the app calls it.
  /// - Returns: The listing; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with everything that is wrong; `SubmissionFailure` with `photoDamaged` when a photo is not there any more; `StoreError`, with
  ///   `invalidInput` when there is no such draft, or it is one of an edit. Then the draft is there as before.
  @discardableResult
  public func sell(_ key: String) async throws -> Listing {
    guard let saved = try await load(key) else {
      throw StoreError(.invalidInput, "There is no draft “\(key)”: it was sent or thrown away.")
    }
    guard saved.draft.edited == nil else {
      throw StoreError(.invalidInput, "The draft “\(key)” changes a listing: open it with ListingFormModel.")
    }
    return try await market.sell(saved.draft.newListing(), stored: saved.draft.photos, replacing: key)
  }
}

extension Marketplace {
  /// The drafts that somebody has begun and not sent.
  public var drafts: Drafts { Drafts(market: self) }
}
