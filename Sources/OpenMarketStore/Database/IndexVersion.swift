import GRDB

/// The version of the folding, tokens and tables by which the search index and the suggestions of `cache.db` were made.
enum IndexVersion {
  /// This library's; one more whenever any of them changes, or ``EquivalentWords`` do.
  static let current: Int64 = 17

  private static let key = "norm_version"

  /// Whether the index was made by this version.
  static func isCurrent(in db: Database) throws -> Bool { try stored(in: db) == current }

  /// The version that the index was made by; `nil` before there is one.
  static func stored(in db: Database) throws -> Int64? { try db.metaValue(key) }

  /// Makes sure that what a transaction is about to write is what the index consists of: another version of this library, in a
  /// process that has opened the store since, makes it anew.
  static func check(in db: Database) throws {
    let stored = try stored(in: db) ?? 0
    guard stored != current else { return }
    throw StoreError(
      stored > current ? .newerSchema : .failed,
      "another version of this library has made the search index anew: open the store again")
  }

  /// Notes that the index was made by this version.
  static func save(in db: Database) throws { try db.setMetaValue(current, for: key) }
}

/// The numbers in the table `meta` of `cache.db`.
extension Database {
  func metaValue(_ key: String) throws -> Int64? {
    try firstRow("SELECT value FROM meta WHERE key = ?", [key]) { $0.int64(0) }
  }

  func setMetaValue(_ value: Int64, for key: String) throws {
    try perform(
      "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
      [key, value])
  }
}
