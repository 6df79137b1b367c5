package import Foundation
import GRDB
import OpenMarketAPI
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

  /// Forgets a search, which is overwritten on the disk, with the copies that name it, and returns whether it
  /// was among the recent ones.
  @discardableResult
  package func deleteRecentSearch(_ text: String) async throws -> Bool {
    let key = RecentSearch.key(text)
    let isFound = try await writeRecents { db in
      try db.perform("DELETE FROM recent_search WHERE key = ?", [key]) > 0
    }
    try await forgetResults { RecentSearch.key($0) == key }
    return isFound
  }

  /// Forgets all searches, which are overwritten on the disk, with the copies that name them.
  package func deleteAllRecentSearches() async throws {
    try await writeRecents { _ = try $0.perform("DELETE FROM recent_search") }
    try await forgetResults { _ in true }
  }

  /// Removes what names a search in `cache.db`, and can be fetched again: the pages of those searches that
  /// `isForgotten`, and all responses of the server to searches and to beginnings of them.
  func forgetResults(where isForgotten: @escaping @Sendable (String) -> Bool) async throws {
    do {
      try await writeCache { try $0.forgetResults(where: isForgotten) }
    } catch let error as StoreError where error.code == .diskFull {
      // To remove rows takes room, to remove the file takes none.
      return try await resetCache()
    }
    // The log has the rows as they were.
    await emptyLog(of: files.cache)
  }
}

extension Database {
  /// As ``MarketStore/recentSearches(limit:)``.
  func recentSearches(limit: Int) throws -> [RecentSearch] {
    try rows(
      "SELECT text, used_at, uses FROM recent_search ORDER BY number DESC LIMIT ?", [max(0, limit)]
    ) { RecentSearch(text: $0.text(0), usedAt: Timestamp.date($0.int64(1)), useCount: $0.int(2)) }
  }

  /// As ``MarketStore/forgetResults(where:)``.
  fileprivate func forgetResults(where isForgotten: (String) -> Bool) throws {
    // All of them: what was typed on the way to a search, and its other spellings, have their own addresses.
    try perform(
      "DELETE FROM http_response WHERE instr(url, 'search_value=') > 0 OR instr(url, ?) > 0",
      ["\(Endpoints.Suggestions.template)?"])
    for key in try rows("SELECT DISTINCT query_key FROM query_page", [], { PageKey(rawValue: $0.text(0)) }) {
      guard let text = key.searchedText, isForgotten(text) else { continue }
      try perform("DELETE FROM query_page WHERE query_key = ?", [key.rawValue])
    }
  }
}
