import GRDB

/// Writes the full-text index of names, vendors and descriptions: `product_fts`, a contentless FTS5 table of
/// ``IndexTokens`` and ``FilterTokens``, and the list of its tokens. One value serves one transaction.
///
/// Contentless, so an entry is removed by stating what it was. Stating anything else leaves ghosts behind:
/// ``update(id:from:to:)`` must see every change of a text, a vendor, a price or the availability, in the transaction that makes it.
struct SearchIndex {

  /// Writes join no parts of the index, which made one write in some dozens ten times as slow: ``IndexParts`` does behind them.
  static let schema = """
    CREATE VIRTUAL TABLE product_fts USING fts5(g, content='', columnsize=0, tokenize='ascii', detail=none);
    INSERT INTO product_fts(product_fts, rank) VALUES ('automerge', 0);
    \(TermList.schema)
    """

  struct Entry {
    /// The columns that ``init(_:from:)`` reads.
    static let columns = "vendor_id, bargain_price, stock, \(ProductRow.textColumns)"

    var texts: SearchedTexts
    var vendorID: Int64
    /// The sale price as it is stored.
    var price: Double
    var isSoldOut: Bool

    fileprivate func hasTokens(of other: Entry) -> Bool {
      texts.hasSameBytes(as: other.texts) && vendorID == other.vendorID && isSoldOut == other.isSoldOut
        && FilterTokens.price(price) == FilterTokens.price(other.price)
    }

    /// Those of the texts, and those for the rest.
    fileprivate var tokens: IndexTokens {
      var tokens = IndexTokens(texts)
      tokens.append(filter: FilterTokens.vendor(vendorID))
      tokens.append(filter: FilterTokens.price(price), isListed: true)
      if isSoldOut { tokens.append(filter: FilterTokens.soldOut) }
      return tokens
    }
  }

  private let db: Database
  private let insertion: StatementBinder
  private var terms: TermListWriter
  /// Whether the entries are those of a later version, too.
  private let isMixed: Bool
  /// Tokens of up to seven bytes that are listed, nearly all of them; the bytes are the number's, behind field and kind.
  private(set) var listed: Set<UInt64>

  /// Begins with what ``listed`` was at the end of a transaction before this one.
  init(_ db: Database, listed: Set<UInt64> = [], isMixed: Bool = false) throws {
    (self.db, self.isMixed) = (db, isMixed)
    self.listed = listed
    terms = TermListWriter(db)
    insertion = StatementBinder(
      try db.cachedStatement(sql: "INSERT INTO product_fts(rowid, g) VALUES (?, ?)"))
  }

  /// Brings the index up to date with one product, which until now is `nil` when it is new, and from now on when it
  /// goes.
  mutating func update(id: Int64, from old: Entry?, to new: Entry?) throws {
    if let old, let new, old.hasTokens(of: new) { return }
    if let old { try delete(id: id, old) }
    if let new { try insert(id: id, new) }
  }

  private func delete(id: Int64, _ entry: Entry) throws {
    let text = UTF8Text(entry.tokens.utf8)
    do {
      try db.perform("INSERT INTO product_fts(product_fts, rowid, g) VALUES ('delete', ?, ?)", [id, text])
    } catch let error as DatabaseError where isMixed && error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
      // FTS5 counts tokens, and takes it for damage when more of them go than came. The entry stays for as long as the index.
    }
  }

  private mutating func insert(id: Int64, _ entry: Entry) throws {
    let tokens = entry.tokens
    _ = try insertion.run(id, UTF8Text(tokens.utf8))
    try list(tokens)
  }

  private mutating func list(_ tokens: IndexTokens) throws {
    let bytes = tokens.utf8
    for (field, kind, range) in tokens.listed where !isListed(bytes, range, kind, of: field) {
      try terms.add(bytes[range], kind, of: field)
    }
  }

  /// Whether a token is known to be listed; from now on it is.
  private mutating func isListed(
    _ bytes: [UInt8], _ token: Range<Int>, _ kind: IndexTokens.Listed, of field: SearchField
  ) -> Bool {
    guard token.count < 8 else { return false }
    // One token may be neighbours in one name and a word in another.
    var packed = UInt64(field.rawValue << 1 | (kind == .neighbours ? 1 : 0))
    for _ in token.count..<7 { packed <<= 8 }
    for index in token { packed = packed << 8 | UInt64(bytes[index]) }
    return listed.count < ListedTokens.most ? !listed.insert(packed).inserted : listed.contains(packed)
  }

  /// Writes the last of the tokens that are listed; to be called at the end of the transaction.
  mutating func save() throws { try terms.save() }

  static let tables = IndexTables(["product_fts", "product_term", "product_term_recent"], schema)

  /// Makes the tables, empty, whatever was there.
  static func makeTables(in db: Database) throws { try tables.make(in: db) }

  /// Adds products of which the index has none, from their texts, about seven microseconds a name.
  static func add(_ products: ClosedRange<Int64>, in db: Database) throws {
    var index = try SearchIndex(db)
    try db.forEachRow(
      "SELECT id, \(Entry.columns) FROM product WHERE id BETWEEN ? AND ? ORDER BY id",
      [products.lowerBound, products.upperBound]
    ) { row in
      try index.insert(id: row.int64(0), Entry(row, from: 1))
    }
    try index.save()
  }
}

extension SearchIndex.Entry {
  /// Reads ``columns``, the first of which is at `column`.
  init(_ row: StatementRow, from column: CInt) {
    self.init(
      texts: SearchedTexts(row, from: column + 3), vendorID: row.int64(column), price: row.double(column + 1),
      isSoldOut: row.int64(column + 2) == 0)
  }
}
