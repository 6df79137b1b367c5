import GRDB

/// The distinct words, numbers and neighbours of each field, by which the index is asked for what they begin with.
///
/// FTS5 finds a prefix by merging the entries of every token that begins with it before it gives the first hit:
/// 20 ms for one digit among a million names. The few tokens themselves, joined with OR, are read only as far as hits
/// are wanted. Latin words are also listed by every ending, so that "pods" finds AirPods. Only distinct tokens cost
/// room, less than a tenth of the index.
///
/// Tokens stay when the last name with them goes, until the next rebuild: to ask for one that is nowhere finds
/// nothing.
enum TermList {
  /// Stands before neighbours, so that they are not among the words and numbers with a beginning.
  static let neighbourMark = " "
  /// The least length of a Latin run that is looked for inside words: shorter ones are everywhere.
  static let shortestPart = 3
  /// The longest Latin word, in UTF-8, that is listed by its endings.
  static let longestWithParts = 32
  /// The most tokens that stand for one run; a run that begins more is asked for as a prefix.
  static let limit = 512
  /// The most words that stand for a run inside of them; one in more is asked for by its parts.
  static let wordLimit = 256

  /// `term` is empty for the part that is the whole token. `product_term_recent` has the newest ones, in a few pages: those of
  /// a small write would be in as many pages of the whole list as there are tokens. A row may be in both when
  /// an older process writes.
  static let schema = """
    CREATE TABLE product_term(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;
    CREATE TABLE product_term_recent(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;
    """

  /// The words and numbers of a field that begin with `run`, without itself.
  ///
  /// `nil` when there are more than ``limit``.
  static func words(beginningWith run: String, of field: SearchField, in db: Database) throws -> [String]? {
    try tokens(from: run, to: run + "\u{10FFFF}", after: field.mark, in: db)
  }

  /// The neighbours from one text to another, without the former itself.
  ///
  /// `nil` when there are more than ``limit``.
  static func neighbours(
    from first: String, to end: String, of field: SearchField, in db: Database
  ) throws -> [String]? {
    try tokens(from: first, to: end, after: field.mark + neighbourMark, in: db)
  }

  private static func tokens(
    from first: String, to end: String, after mark: String, in db: Database
  ) throws -> [String]? {
    let tokens = try rows(
      "\(fromAll("SELECT part", where: "part > ?1 AND part < ?2 AND term = ''")) LIMIT ?3", mark + first,
      mark + end, limit + 1, in: db)
    // By bytes: a mark at the beginning of the first token would be one character with the space.
    return tokens.count > limit
      ? nil : tokens.map { String(decoding: $0.utf8.dropFirst(mark.utf8.count), as: UTF8.self) }
  }

  /// Words with `run` inside, not at their beginning; with `atEnd` only those that end with it.
  ///
  /// `nil` when there are more than ``wordLimit``.
  static func words(
    containing run: String, atEnd: Bool, of field: SearchField, in db: Database
  ) throws -> [String]? {
    let condition = atEnd ? "part = ?1" : "part >= ?1 AND part < ?2"
    let terms = fromAll("SELECT term", where: "\(condition) AND term <> ''")
    let words = try rows(
      "SELECT DISTINCT term FROM (\(terms)) LIMIT ?3", field.mark + run, field.mark + run + "\u{10FFFF}",
      wordLimit + 1, in: db)
    return words.count > wordLimit ? nil : words
  }

  /// Whether a word of the field is too long to be among ``words(containing:atEnd:of:in:)``.
  static func hasLongWords(of field: SearchField, in db: Database) throws -> Bool {
    try db.firstRow(
      fromAll("SELECT 1", where: "part = ?1 AND term = ''"), [field.mark + String(IndexTokens.longWord)]
    ) { _ in true } ?? false
  }

  /// The rows of the whole list, each once, in no order.
  private static func fromAll(_ columns: String, where condition: String) -> String {
    """
    \(columns) FROM product_term WHERE \(condition) \
    UNION ALL \(columns) FROM product_term_recent AS recent WHERE \(condition) AND NOT EXISTS \
    (SELECT 1 FROM product_term AS list WHERE list.part = recent.part AND list.term = recent.term)
    """
  }

  private static func rows(
    _ sql: String, _ first: String, _ end: String, _ limit: Int, in db: Database
  ) throws -> [String] {
    try db.rows(sql, [first, end, limit]) { $0.text(0) }
  }
}
