import GRDB

/// Adds to ``TermList``, all tokens of a transaction together and in their order, so that neighbours share pages.
struct TermListWriter {
  /// So many tokens are held before they are written.
  private static let most = 8_000
  /// The most rows of `product_term_recent`, some ten pages.
  private static let mostRecent: Int64 = 1_500

  /// A row of the list.
  private struct Row {
    /// As UTF-8.
    var part: [UInt8]
    var term: [UInt8] = []
    /// Where the word begins that is listed with its endings; `nil` for other tokens.
    var word: Int?
  }

  private let db: Database
  private var new: [Row] = []

  init(_ db: Database) { self.db = db }

  /// Adds a token, which is listed already or not.
  mutating func add(_ token: ArraySlice<UInt8>, _ kind: IndexTokens.Listed, of field: SearchField) throws {
    var part = Array(field.mark.utf8)
    if kind == .neighbours { part += TermList.neighbourMark.utf8 }
    let start = part.count
    part += token
    new.append(Row(part: part, word: kind == .word ? start : nil))
    if new.count >= Self.most { try save() }
  }

  /// Writes what was added.
  mutating func save() throws {
    guard !new.isEmpty else { return }
    let recent = try db.firstRow("SELECT count(*) FROM product_term_recent") { $0.int64(0) } ?? 0
    let isDirect = recent + Int64(new.count) > Self.mostRecent
    if isDirect, recent > 0 {
      try db.perform("INSERT OR IGNORE INTO product_term SELECT part, term FROM product_term_recent")
      try db.perform("DELETE FROM product_term_recent")
    }
    let sql =
      isDirect
      ? "INSERT OR IGNORE INTO product_term(part, term) VALUES (?1, ?2)"
      : """
      INSERT OR IGNORE INTO product_term_recent(part, term) SELECT ?1, ?2 \
      WHERE NOT EXISTS (SELECT 1 FROM product_term WHERE part = ?1 AND term = ?2)
      """
    let insertion = StatementBinder(try db.cachedStatement(sql: sql))
    let endings = try Self.insert(new, insertion).flatMap(Self.endings)
    _ = try Self.insert(endings, insertion)
    new = []
  }

  /// - Returns: Those that were not there.
  private static func insert(_ rows: [Row], _ insertion: StatementBinder) throws -> [Row] {
    try rows.sorted {
      $0.part == $1.part
        ? $0.term.lexicographicallyPrecedes($1.term) : $0.part.lexicographicallyPrecedes($1.part)
    }.filter { try insertion.run(UTF8Text($0.part), UTF8Text($0.term)) > 0 }
  }

  /// The parts of a word from each letter, but the first and the last ones, to its end.
  private static func endings(of row: Row) -> [Row] {
    guard let word = row.word else { return [] }
    let term = Array(row.part[word...])
    guard TermList.shortestPart + 1...TermList.longestWithParts ~= term.count else { return [] }
    return term.indices.dropFirst().prefix(term.count - TermList.shortestPart)
      .filter { term[$0] & 0xC0 != 0x80 }
      .map { Row(part: Array(row.part[..<word]) + term[$0...], term: term) }
  }
}
