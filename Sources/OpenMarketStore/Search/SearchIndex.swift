import GRDB

/// Writes the full-text index of names: `product_fts`, a contentless FTS5 table of ``IndexTokens``, and the list of
/// its tokens. One value serves one transaction.
///
/// Contentless, so an entry is removed by stating what it was. Stating anything else leaves ghosts behind:
/// ``update(id:from:to:)`` must see every change of a name, in the transaction that makes it.
struct SearchIndex {
  /// The version of folding, tokens and tables, those of suggestions too; one more whenever any of them changes.
  static let normVersion: Int64 = 5

  private static let versionKey = "norm_version"

  static let schema = """
    CREATE VIRTUAL TABLE product_fts USING fts5(g, content='', columnsize=0, tokenize='ascii', detail=none);
    \(TermList.schema)
    """

  private let db: Database
  /// Tokens of up to eight bytes that are listed, nearly all of them; the bytes are the number's.
  private var listed: Set<UInt64> = []

  init(_ db: Database) { self.db = db }

  /// Brings the index up to date with one product, whose name until now is `nil` when it is new, and from now on
  /// when it goes.
  mutating func update(id: Int64, from oldName: String?, to newName: String?) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName {
      let tokens = IndexTokens(oldName)
      if !tokens.utf8.isEmpty {
        try db.perform(
          "INSERT INTO product_fts(product_fts, rowid, g) VALUES ('delete', ?, ?)", [id, tokens.text])
      }
    }
    if let newName { try insert(id: id, name: newName) }
  }

  private mutating func insert(id: Int64, name: String) throws {
    let tokens = IndexTokens(name)
    guard !tokens.utf8.isEmpty else { return }
    try db.perform("INSERT INTO product_fts(rowid, g) VALUES (?, ?)", [id, tokens.text])
    for (kind, range) in tokens.listed { try list(tokens.utf8[range], kind) }
  }

  private mutating func list(_ token: ArraySlice<UInt8>, _ kind: IndexTokens.Listed) throws {
    if token.count <= 8 {
      let packed = token.reduce(0) { $0 << 8 | UInt64($1) }
      guard listed.insert(packed).inserted else { return }
    }
    try TermList.add(token, kind, in: db)
  }

  /// Makes the whole index again from the products' names, about seven microseconds a name.
  static func rebuild(in db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS product_fts; DROP TABLE IF EXISTS product_term; \(schema)")
    var index = SearchIndex(db)
    try db.forEachRow("SELECT id, name FROM product ORDER BY id") { row in
      try index.insert(id: row.int64(0), name: row.text(1))
    }
    try db.perform(
      "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
      [versionKey, normVersion])
  }

  /// Whether the index was made by this version's folding and tokens.
  static func isCurrent(in db: Database) throws -> Bool {
    try db.firstRow("SELECT value FROM meta WHERE key = ?", [versionKey]) {
      $0.int64(0)
    } == normVersion
  }
}
