import Foundation
import OpenMarketStore

/// The searches made on this device, newest first: at most 50, each once, kept until deleted.
///
/// ```swift
/// for try await searches in market.recentSearches.updates { show(searches) }
/// ```
///
/// Two texts that differ only in case, in blanks around them or in how Hangul is composed are one.
public struct RecentSearches: Sendable {
  let store: MarketStore
  let date: @Sendable () -> Date

  /// The searches, newest first.
  /// - Parameter limit: The maximum number of searches.
  /// - Returns: At most `limit` searches.
  /// - Throws: `StoreError`.
  public func list(limit: Int = 50) async throws -> [String] {
    try await store.recentSearches(limit: limit).map(\.text)
  }

  /// Records `text` as the newest search.
  /// - Throws: `StoreError`, with `invalidInput` for a blank text.
  public func record(_ text: String) async throws {
    try await store.recordSearch(text, at: date())
  }

  /// Deletes one search.
  /// - Throws: `StoreError`.
  public func delete(_ text: String) async throws { try await store.deleteRecentSearch(text) }

  /// Deletes all searches.
  /// - Throws: `StoreError`.
  public func deleteAll() async throws { try await store.deleteAllRecentSearches() }

  /// The searches, now and after every change.
  public var updates: some AsyncSequence<[String], any Error> & Sendable {
    LiveValues(store: store) { change in
      change != .everything ? change == .recentSearches : true
    } read: { [store] in
      try await store.recentSearches().map(\.text)
    }
  }
}
