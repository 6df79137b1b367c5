import GRDB

/// The distinct words, numbers and neighbours of all names, by which the index is asked for what they begin with.
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
  /// The lengths in UTF-8 of Latin words that are listed by their endings.
  static let lengthsWithParts = 4...32
  /// The most tokens that stand for one run; a run that begins more is asked for as a prefix.
  static let limit = 512
  /// The most words that a run is looked for inside of.
  static let wordLimit = 64

  /// `term` is empty for the part that is the whole token.
  static let schema = """
    CREATE TABLE product_term(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;
    """

  static func add(_ token: ArraySlice<UInt8>, _ kind: IndexTokens.Listed, in db: Database) throws {
    let text = String(decoding: token, as: UTF8.self)
    guard kind != .neighbours else {
      try insert(part: neighbourMark + text, term: "", in: db)
      return
    }
    guard try insert(part: text, term: "", in: db), kind == .word, lengthsWithParts.contains(token.count)
    else {
      return
    }
    for (offset, byte) in token.enumerated().dropFirst().prefix(token.count - shortestPart)
    where byte & 0xC0 != 0x80 {
      try insert(part: String(decoding: token.dropFirst(offset), as: UTF8.self), term: text, in: db)
    }
  }

  @discardableResult
  private static func insert(part: String, term: String, in db: Database) throws -> Bool {
    try db.perform("INSERT OR IGNORE INTO product_term(part, term) VALUES (?, ?)", [part, term]) > 0
  }

  /// The words and numbers that begin with `run`, without itself.
  ///
  /// `nil` when there are more than ``limit``.
  static func words(beginningWith run: String, in db: Database) throws -> [String]? {
    try tokens(from: run, to: run + "\u{10FFFF}", in: db)
  }

  /// The neighbours from one text to another, without the former itself.
  ///
  /// `nil` when there are more than ``limit``.
  static func neighbours(from first: String, to end: String, in db: Database) throws -> [String]? {
    try tokens(from: neighbourMark + first, to: neighbourMark + end, in: db)?.map {
      // By bytes: a mark at the beginning of the first token would be one character with the space.
      String(decoding: $0.utf8.dropFirst(neighbourMark.utf8.count), as: UTF8.self)
    }
  }

  private static func tokens(from first: String, to end: String, in db: Database) throws -> [String]? {
    let tokens = try parts(
      "SELECT part FROM product_term WHERE part > ?1 AND part < ?2 AND term = '' LIMIT ?3", first, end,
      limit + 1,
      in: db)
    return tokens.count > limit ? nil : tokens
  }

  /// Words with `run` inside, not at their beginning; with `atEnd` only those that end with it.
  ///
  /// At most ``wordLimit``.
  static func words(containing run: String, atEnd: Bool, in db: Database) throws -> [String] {
    let condition = atEnd ? "part = ?1" : "part >= ?1 AND part < ?2"
    return try parts(
      "SELECT DISTINCT term FROM product_term WHERE \(condition) AND term <> '' LIMIT ?3", run,
      run + "\u{10FFFF}",
      wordLimit, in: db)
  }

  private static func parts(
    _ sql: String, _ first: String, _ end: String, _ limit: Int, in db: Database
  ) throws -> [String] {
    try db.rows(sql, [first, end, limit]) {
      $0.text(0)
    }
  }
}
