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
  /// Whether the transaction has so many tokens that most are not listed, or are written beside others that are not.
  private var isLarge = false

  init(_ db: Database) { self.db = db }

  /// Adds a token, which is listed already or not.
  mutating func add(_ token: ArraySlice<UInt8>, _ kind: IndexTokens.Listed, of field: SearchField) throws {
    var part = Array(field.mark.utf8)
    if kind == .neighbours { part += TermList.neighbourMark.utf8 }
    let start = part.count
    part += token
    new.append(Row(part: part, word: kind == .word ? start : nil))
    guard new.count >= Self.most else { return }
    isLarge = true
    try save()
  }

  /// Writes what was added.
  mutating func save() throws {
    let rows = distinct()
    new = []
    guard !rows.isEmpty else { return }
    if isLarge {
      try insert(try insert(rows, isDirect: true).flatMap(Self.endings).sorted(), isDirect: true)
    } else {
      let words = try rows.filter { try !isListed($0) }
      let all = (words + words.flatMap(Self.endings)).sorted()
      let recent = try db.firstRow("SELECT count(*) FROM product_term_recent") { $0.int(0) } ?? 0
      try insert(all, isDirect: recent + all.count > Self.mostRecent)
    }
  }

  private func distinct() -> [Row] {
    var last: [UInt8]?
    return new.sorted().filter { row in
      defer { last = row.part }
      return row.part != last
    }
  }

  /// Adds rows to the whole list, and what is in the one of the newest before; or to that one.
  ///
  /// - Returns: Those that were not in it.
  @discardableResult
  private func insert(_ rows: [Row], isDirect: Bool) throws -> [Row] {
    guard !rows.isEmpty else { return [] }
    if isDirect {
      try db.perform("INSERT OR IGNORE INTO product_term SELECT part, term FROM product_term_recent")
      try db.perform("DELETE FROM product_term_recent")
    }
    let table = isDirect ? "product_term" : "product_term_recent"
    let sql = "INSERT OR IGNORE INTO \(table)(part, term) VALUES (?1, ?2)"
    let insertion = StatementBinder(try db.cachedStatement(sql: sql))
    return try rows.filter { try insertion.run(UTF8Text($0.part), UTF8Text($0.term)) > 0 }
  }

  /// Whether a token is listed; where a word is not, its endings are not either.
  private func isListed(_ row: Row) throws -> Bool {
    let sql = """
      SELECT 1 FROM product_term WHERE part = ?1 AND term = '' \
      UNION ALL SELECT 1 FROM product_term_recent WHERE part = ?1 AND term = ''
      """
    return try db.firstRow(sql, [UTF8Text(row.part)]) { _ in true } ?? false
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
