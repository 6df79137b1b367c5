import GRDB

/// The lookup of the tokens of one field that are known only in part.
struct TokenLookup {
  var field: SearchField
  /// The words and numbers that begin with a text and go on; `nil` when there are more than ``TermList/limit``.
  var beginning: (_ text: String) throws -> [String]?
  /// The neighbours between two texts, without the former; `nil` when there are more than ``TermList/limit``.
  var neighbours: (_ first: String, _ end: String) throws -> [String]?
  /// The Latin words with a text inside, not at their beginning; `atEnd` asks for those that end with it. `nil` when there
  /// are more than ``TermList/wordLimit``.
  var containing: (_ text: String, _ atEnd: Bool) throws -> [String]?
  /// Whether there are words that are too long to be looked up.
  var hasLongWords: () throws -> Bool
}

extension TokenLookup {
  /// Looks the tokens up in the ``TermList``.
  init(_ field: SearchField, in db: Database) {
    func tokens(from first: String, to end: String, after mark: String) throws -> [String]? {
      let sql = "\(Self.fromAll("SELECT part", where: "part > ?1 AND part < ?2 AND term = ''")) LIMIT ?3"
      let tokens = try db.rows(sql, [mark + first, mark + end, TermList.limit + 1]) { $0.text(0) }
      // By bytes: a mark at the beginning of the first token would be one character with the space.
      return tokens.count > TermList.limit
        ? nil : tokens.map { String(decoding: $0.utf8.dropFirst(mark.utf8.count), as: UTF8.self) }
    }
    self.init(
      field: field, beginning: { try tokens(from: $0, to: $0 + "\u{10FFFF}", after: field.mark) },
      neighbours: { try tokens(from: $0, to: $1, after: field.mark + TermList.neighbourMark) },
      containing: { text, atEnd in
        let condition = atEnd ? "part = ?1" : "part >= ?1 AND part < ?2"
        let terms = Self.fromAll("SELECT term", where: "\(condition) AND term <> ''")
        let part = field.mark + text
        let words = try db.rows(
          "SELECT DISTINCT term FROM (\(terms)) LIMIT ?3",
          [part, part + "\u{10FFFF}", TermList.wordLimit + 1]
        ) { $0.text(0) }
        return words.count > TermList.wordLimit ? nil : words
      },
      hasLongWords: {
        let sql = Self.fromAll("SELECT 1", where: "part = ?1 AND term = ''")
        return try db.exists(sql, [field.mark + String(IndexTokens.longWord)])
      })
  }

  /// The rows of the whole list, each once, in no order.
  private static func fromAll(_ columns: String, where condition: String) -> String {
    """
    \(columns) FROM product_term WHERE \(condition) \
    UNION ALL \(columns) FROM product_term_recent AS recent WHERE \(condition) AND NOT EXISTS \
    (SELECT 1 FROM product_term AS list WHERE list.part = recent.part AND list.term = recent.term)
    """
  }
}
