package import Foundation
import GRDB
import OpenMarketHTTP

/// A search that the user has made.
package struct RecentSearch: Sendable, Hashable {
  /// The searched text, as last written, without blanks around it, in composed characters (NFC).
  package var text: String
  /// The time of the last search for it.
  package var usedAt: Date
  /// How often it was searched for.
  package var useCount: Int

  /// How many are kept.
  package static let countLimit = 50
  /// The most characters of one.
  package static let lengthLimit = 1_000

  /// `text` as it is kept and displayed.
  static func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).composed
  }

  /// Returns the key of a text, equal for texts that count as the same.
  static func key(_ text: String) -> String {
    normalized(text.streamSafe).lowercased().composed
  }
}

extension MarketStore {
  /// Notes that the user has searched for `text`; it becomes the first of the recent ones.
  ///
  /// Texts that differ in case, in blanks around them or in the composition of characters are one search,
  /// kept as last written. More than ``RecentSearch/countLimit`` are not kept. On the disk when this returns.
  ///
  /// - Throws: ``StoreError/Code/invalidInput`` for a blank text or one longer than
  ///   ``RecentSearch/lengthLimit``; another ``StoreError``, or `CancellationError`.
  package func recordSearch(_ text: String, at date: Date) async throws {
    let text = RecentSearch.normalized(text)
    guard !text.isEmpty else { throw StoreError(.invalidInput, "a blank text is no search") }
    guard text.count <= RecentSearch.lengthLimit else {
      throw StoreError(
        .invalidInput, "a search of \(text.count) characters is not kept: \(RecentSearch.lengthLimit) at most"
      )
    }
    try await writeRecents { db in
      let key = RecentSearch.key(text)
      let uses = try db.firstRow("SELECT uses FROM recent_search WHERE key = ?", [key]) { $0.int64(0) }
      try db.perform("DELETE FROM recent_search WHERE key = ?", [key])
      try db.perform(
        "INSERT INTO recent_search(key, text, used_at, uses) VALUES(?, ?, ?, ?)",
        [key, text, Timestamp.milliseconds(date), (uses ?? 0) + 1])
      let surplus = "SELECT number FROM recent_search ORDER BY number DESC LIMIT -1 OFFSET ?"
      try db.perform("DELETE FROM recent_search WHERE number IN (\(surplus))", [RecentSearch.countLimit])
    }
  }

  /// Returns the user's searches, at most `limit`, the latest first, in the order of recording, whatever the clock said.
  package func recentSearches(limit: Int = RecentSearch.countLimit) async throws -> [RecentSearch] {
    try await readUser { try $0.recentSearches(limit: limit) }
  }

  /// Forgets a search, which is overwritten on the disk, and returns whether it was among the recent ones.
  @discardableResult
  package func deleteRecentSearch(_ text: String) async throws -> Bool {
    let key = RecentSearch.key(text)
    return try await writeRecents { db in
      try db.perform("DELETE FROM recent_search WHERE key = ?", [key]) > 0
    }
  }

  /// Forgets all searches; they are overwritten on the disk.
  package func deleteAllRecentSearches() async throws {
    try await writeRecents { _ = try $0.perform("DELETE FROM recent_search") }
  }
}

extension Database {
  /// As ``MarketStore/recentSearches(limit:)``.
  func recentSearches(limit: Int) throws -> [RecentSearch] {
    try rows(
      "SELECT text, used_at, uses FROM recent_search ORDER BY number DESC LIMIT ?", [max(0, limit)]
    ) { RecentSearch(text: $0.text(0), usedAt: Timestamp.date($0.int64(1)), useCount: $0.int(2)) }
  }
}
