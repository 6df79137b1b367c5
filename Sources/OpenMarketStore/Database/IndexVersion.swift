import GRDB
import Synchronization

/// The version of the folding, tokens and tables by which the search index and the suggestions of `cache.db` were made.
enum IndexVersion {
  /// This library's; one more whenever any of them changes, or ``EquivalentWords`` do.
  static let current: Int64 = 17

  private static let key = "norm_version"

  private static let unindexedKey = "last_unindexed"

  /// How an index stands to this version.
  enum Standing {
    /// It was made by this version.
    case current
    /// An earlier version has made it, or has written to it since this one did: to be made anew. Also where there is none.
    case outdated
    /// A later version has made it. It stays, or two apps of one group that were built with different versions would make it
    /// anew at each return to one of them.
    case newer
  }

  static func standing(in db: Database) throws -> Standing {
    let stored = try db.metaValue(key) ?? 0
    if stored == current { return .current }
    return stored.magnitude > current ? .newer : .outdated
  }

  /// The newest product that is not in the index, as all before it are not; `nil` when the index has all products.
  static func lastUnindexed(in db: Database) throws -> Int64? { try db.metaValue(unindexedKey) }

  static func setLastUnindexed(_ product: Int64?, in db: Database) throws {
    if let product { return try db.setMetaValue(product, for: unindexedKey) }
    try db.perform("DELETE FROM meta WHERE key = ?", [unindexedKey])
  }

  /// Whether this version has begun to make the index anew, and has not ended it.
  static func isBeingMade(in db: Database) throws -> Bool {
    try standing(in: db) == .current && lastUnindexed(in: db) != nil
  }

  /// Whether there is nothing to make anew before the index has all that this version can find in it.
  static func isReadable(in db: Database) throws -> Bool {
    switch try standing(in: db) {
    case .current, .newer: try lastUnindexed(in: db) == nil
    case .outdated: false
    }
  }

  /// The version that the index was made by; `nil` before there is one.
  static func stored(in db: Database) throws -> UInt64? { try db.metaValue(key)?.magnitude }

  /// Notes in an index of a later version that this one has written to it, or has not where it would have had to: that one makes
  /// it anew, once. As its number, but negative, which is another one to both, also to versions that know nothing of it.
  ///
  /// The entries themselves cannot be right: what a product's old ones are only the version knows that has written them. Those
  /// of this version are still worth writing, as this version's searches find them.
  static func noteMixed(in db: Database) throws {
    guard try standing(in: db) == .newer, let stored = try db.metaValue(key), stored > 0 else { return }
    try db.setMetaValue(-stored, for: key)
  }

  /// Notes that the index was made by this version.
  static func save(in db: Database) throws { try db.setMetaValue(current, for: key) }
}

/// Tables of the index, as this version makes them.
final class IndexTables: Sendable {
  private let names: [String]
  private let schema: String
  /// The statements that SQLite keeps of them, once they were needed.
  private let known = Mutex<[String]?>(nil)

  init(_ names: [String], _ schema: String) { (self.names, self.schema) = (names, schema) }

  /// Whether the tables in the file are these, so that this version's statements run. Those of a later version are not read where
  /// they are others: a search finds nothing in them then, as in an index of which nothing is made yet.
  func areThere(in db: Database) throws -> Bool {
    if try IndexVersion.standing(in: db) == .current { return true }
    // Their columns would tell of no other tokenizer, and of one that this process lacks by an error.
    return try statements(in: db) == ownStatements()
  }

  private func statements(in db: Database) throws -> [String] {
    try names.flatMap { try db.rows("SELECT sql FROM sqlite_schema WHERE name = ?", [$0]) { $0.text(0) } }
  }

  private func ownStatements() throws -> [String] {
    if let known = known.withLock({ $0 }) { return known }
    let own = try DatabaseQueue().write { db in
      try db.execute(sql: schema)
      return try statements(in: db)
    }
    known.withLock { $0 = own }
    return own
  }

  /// Makes them, empty, whatever was there.
  func make(in db: Database) throws {
    try db.execute(sql: names.map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: "\n") + schema)
  }
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
