import GRDB

/// Adds to ``TermList``, all tokens of a transaction together and in their order, so that neighbours share pages.
struct TermListWriter {
  /// So many tokens are held before they are written.
  private static let most = 8_000
  /// The most rows of `product_term_recent`, some ten pages.
  private static let mostRecent = 1_500

  /// A row of the list, as places in ``bytes``.
  private struct Row {
    var part: Range<Int>
    var term = 0..<0
    /// The first eight bytes of the part, to be sorted by.
    var order: UInt64
    /// Where the word begins that is listed with its endings; `nil` for other tokens.
    var word: Int?
  }

  private let db: Database
  private var new: [Row] = []
  /// As UTF-8.
  private var bytes: [UInt8] = []
  /// Whether the transaction has so many tokens that most are not listed, or are written beside others that are not.
  private var isLarge = false

  init(_ db: Database) { self.db = db }

  /// Adds a token, which is listed already or not.
  mutating func add(_ token: ArraySlice<UInt8>, _ kind: IndexTokens.Listed, of field: SearchField) throws {
    let start = bytes.count
    bytes += field.mark.utf8
    if kind == .neighbours { bytes += TermList.neighbourMark.utf8 }
    let word = kind == .word ? bytes.count : nil
    bytes += token
    new.append(row(start..<bytes.count, word: word))
    guard new.count >= Self.most else { return }
    isLarge = true
    try save()
  }

  mutating func save() throws {
    let rows = distinct()
    new.removeAll(keepingCapacity: true)
    defer { bytes.removeAll(keepingCapacity: true) }
    guard !rows.isEmpty else { return }
    if isLarge {
      // Not in one call: it would write from the bytes as they were before the endings.
      let endings = withEndings(try insert(rows, isDirect: true), alone: true)
      try insert(endings, isDirect: true)
    } else {
      let words = try rows.filter { try !isListed($0) }
      let all = withEndings(words, alone: false)
      let recent = try db.firstRow("SELECT count(*) FROM product_term_recent") { $0.int(0) } ?? 0
      try insert(all, isDirect: recent + all.count > Self.mostRecent)
    }
  }

  /// Moves the newest tokens into the whole list.
  static func moveRecent(in db: Database) throws {
    try db.perform("INSERT OR IGNORE INTO product_term SELECT part, term FROM product_term_recent")
    try db.perform("DELETE FROM product_term_recent")
  }

  /// Removes tokens, as they are listed, from the whole list, and the endings of words with them.
  mutating func remove(_ parts: [String]) throws {
    let rows = parts.map { part in
      let (start, mark) = (
        bytes.count, SearchField.allCases.last { part.utf8.starts(with: $0.mark.utf8) }?.mark
      )
      bytes += part.utf8
      let token = start + (mark?.utf8.count ?? 0)
      // Of a number it finds no endings.
      return row(start..<bytes.count, word: bytes[token] == UInt8(ascii: " ") ? nil : token)
    }
    defer { bytes.removeAll(keepingCapacity: true) }
    for row in withEndings(rows, alone: false) {
      let sql = "DELETE FROM product_term WHERE part = ? AND term = ?"
      try db.perform(sql, [UTF8Text(bytes[row.part]), UTF8Text(bytes[row.term])])
    }
  }

  private func row(_ part: Range<Int>, term: Range<Int> = 0..<0, word: Int? = nil) -> Row {
    var order: UInt64 = 0
    for index in part.lowerBound..<part.lowerBound + 8 {
      order = order << 8 | (index < part.upperBound ? UInt64(bytes[index]) : 0)
    }
    return Row(part: part, term: term, order: order, word: word)
  }

  private func sorted(_ rows: [Row]) -> [Row] {
    rows.sorted { first, second in
      guard first.order == second.order else { return first.order < second.order }
      let (part, other) = (bytes[first.part], bytes[second.part])
      return part.elementsEqual(other)
        ? bytes[first.term].lexicographicallyPrecedes(bytes[second.term])
        : part.lexicographicallyPrecedes(other)
    }
  }

  private func distinct() -> [Row] {
    var last: Row?
    return sorted(new).filter { row in
      defer { last = row }
      guard let last, row.order == last.order else { return true }
      return !bytes[row.part].elementsEqual(bytes[last.part])
    }
  }

  /// Adds rows to the whole list, and what is in the one of the newest before; or to that one.
  ///
  /// - Returns: Those that were not in it.
  @discardableResult
  private func insert(_ rows: [Row], isDirect: Bool) throws -> [Row] {
    guard !rows.isEmpty else { return [] }
    if isDirect { try Self.moveRecent(in: db) }
    let table = isDirect ? "product_term" : "product_term_recent"
    let sql = "INSERT OR IGNORE INTO \(table)(part, term) VALUES (?1, ?2)"
    let insertion = StatementBinder(try db.cachedStatement(sql: sql))
    return try rows.filter {
      try insertion.run(UTF8Text(bytes[$0.part]), UTF8Text(bytes[$0.term])) > 0
    }
  }

  /// Whether a token is listed; where a word is not, its endings are not either.
  private func isListed(_ row: Row) throws -> Bool {
    let sql = """
      SELECT 1 FROM product_term WHERE part = ?1 AND term = '' \
      UNION ALL SELECT 1 FROM product_term_recent WHERE part = ?1 AND term = ''
      """
    return try db.firstRow(sql, [UTF8Text(bytes[row.part])]) { _ in true } ?? false
  }

  /// Rows and the endings of their words, or these alone, sorted: the parts of a word from each letter, but the first and the last
  /// ones, to its end.
  private mutating func withEndings(_ rows: [Row], alone: Bool) -> [Row] {
    var all = alone ? [] : rows
    for row in rows {
      guard let word = row.word else { continue }
      let term = word..<row.part.upperBound
      guard TermList.shortestPart + 1...TermList.longestWithParts ~= term.count else { continue }
      let starts = term.dropFirst().prefix(term.count - TermList.shortestPart)
      for start in starts where bytes[start] & 0xC0 != 0x80 {
        // Without a mark an ending is where the word is.
        var part = start..<term.upperBound
        if row.part.lowerBound < word {
          let begin = bytes.count
          // One by one: a slice of the array that is appended to it makes it copy all of itself first.
          for index in row.part.lowerBound..<word { bytes.append(bytes[index]) }
          for index in part { bytes.append(bytes[index]) }
          part = begin..<bytes.count
        }
        all.append(self.row(part, term: term))
      }
    }
    return sorted(all)
  }
}
