import GRDB

/// Adds to ``TermList``, all tokens of a transaction together and in their order, so that neighbours share pages.
struct TermListWriter {
  /// So many tokens are held before they are written.
  private static let most = 8_000
  /// The most rows of `product_term_recent`, some ten pages.
  private static let mostRecent = 1_500

  /// A row of the list.
  private struct Row: Comparable {
    /// As UTF-8.
    var part: [UInt8]
    var term: [UInt8] = []
    /// Where the word begins that is listed with its endings; `nil` for other tokens.
    var word: Int?

    static func < (lhs: Row, rhs: Row) -> Bool {
      lhs.part == rhs.part
        ? lhs.term.lexicographicallyPrecedes(rhs.term) : lhs.part.lexicographicallyPrecedes(rhs.part)
    }
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
    let words = try unlisted()
    new = []
    guard !words.isEmpty else { return }
    let rows = (words + words.flatMap(Self.endings)).sorted()
    let recent = try db.firstRow("SELECT count(*) FROM product_term_recent") { $0.int(0) } ?? 0
    let isDirect = recent + rows.count > Self.mostRecent
    if isDirect, recent > 0 {
      try db.perform("INSERT OR IGNORE INTO product_term SELECT part, term FROM product_term_recent")
      try db.perform("DELETE FROM product_term_recent")
    }
    let table = isDirect ? "product_term" : "product_term_recent"
    let sql = "INSERT OR IGNORE INTO \(table)(part, term) VALUES (?1, ?2)"
    let insertion = StatementBinder(try db.cachedStatement(sql: sql))
    for row in rows { _ = try insertion.run(UTF8Text(row.part), UTF8Text(row.term)) }
  }

  /// The new tokens that are not listed yet, each once. Where a word is not, its endings are not either.
  private func unlisted() throws -> [Row] {
    let sql = """
      SELECT 1 FROM product_term WHERE part = ?1 AND term = '' \
      UNION ALL SELECT 1 FROM product_term_recent WHERE part = ?1 AND term = ''
      """
    var last: [UInt8]?
    return try new.sorted().filter { row in
      guard row.part != last else { return false }
      last = row.part
      return try db.firstRow(sql, [UTF8Text(row.part)]) { _ in true } == nil
    }
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
