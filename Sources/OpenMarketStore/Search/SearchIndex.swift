import GRDB

/// The full-text index of names: `product_fts`, a contentless FTS5 table of ``IndexTokens``.
///
/// Contentless, so an entry is removed by stating what it was. Stating anything else leaves ghosts behind:
/// ``update(id:from:to:in:)`` must see every change of a name, in the transaction that makes it.
enum SearchIndex {
  /// The version of folding and tokens; one more whenever either changes.
  static let normVersion: Int64 = 1

  private static let versionKey = "norm_version"

  static let schema = """
    CREATE VIRTUAL TABLE product_fts USING fts5(g, content='', columnsize=0, tokenize='ascii');
    CREATE TABLE product_word(part TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY(part, word)) WITHOUT ROWID;
    """

  /// Brings the index up to date with one product, whose name until now is `nil` when it is new, and from now on
  /// when it goes.
  static func update(id: Int64, from oldName: String?, to newName: String?, in db: Database) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName {
      let tokens = IndexTokens(oldName)
      if !tokens.utf8.isEmpty {
        try db.perform("INSERT INTO product_fts(product_fts, rowid, g) VALUES ('delete', ?, ?)") {
          $0.bind(id, at: 1)
          $0.bind(tokens.text, at: 2)
        }
      }
    }
    if let newName { try insert(id: id, name: newName, in: db) }
  }

  private static func insert(id: Int64, name: String, in db: Database) throws {
    let tokens = IndexTokens(name)
    guard !tokens.utf8.isEmpty else { return }
    try db.perform("INSERT INTO product_fts(rowid, g) VALUES (?, ?)") {
      $0.bind(id, at: 1)
      $0.bind(tokens.text, at: 2)
    }
    try WordParts.add(tokens, in: db)
  }

  /// Makes the whole index again from the products' names, about seven microseconds a name.
  static func rebuild(in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO product_fts(product_fts) VALUES ('delete-all'); DELETE FROM product_word")
    try db.forEachRow("SELECT id, name FROM product ORDER BY id") { row in
      try insert(id: row.int64(0), name: row.text(1), in: db)
    }
    try db.perform(
      "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value"
    ) {
      $0.bind(versionKey, at: 1)
      $0.bind(normVersion, at: 2)
    }
  }

  /// Whether the index was made by this version's folding and tokens.
  static func isCurrent(in db: Database) throws -> Bool {
    try db.firstRow("SELECT value FROM meta WHERE key = ?") {
      $0.bind(versionKey, at: 1)
    } _: {
      $0.int64(0)
    } == normVersion
  }
}
