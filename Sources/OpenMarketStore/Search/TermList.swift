import GRDB

/// The distinct tokens of all names, which the index is asked for by name.
///
/// FTS5 answers a prefix by merging the entries of every token that begins with it before it gives the first hit:
/// 50 ms for one syllable among a million names. The few tokens themselves, joined with OR, are read only as far as
/// hits are wanted. Two neighbours are listed together too, for phrases that end with a beginning: m 1 for M1, on the
/// way to M1 and M10. Latin words are also listed by every ending, so that "pods" finds AirPods. Only distinct tokens
/// cost room, about a hundredth of the index.
///
/// Tokens stay when the last name with them goes, until the next rebuild: to ask for one that is nowhere finds
/// nothing.
enum TermList {
  /// Stands before neighbours, so that they are not among the tokens with a beginning.
  static let neighbourMark = Array(" ".utf8)
  /// The least length of a Latin run that is looked for inside words: shorter ones are everywhere.
  static let shortestPart = 3
  /// The lengths in UTF-8 of Latin words that are listed by their endings.
  static let lengthsWithParts = 4...32
  /// The most tokens that stand for one run; a run that begins more is asked for as a prefix.
  static let limit = 256
  /// The most words that a run is looked for inside of.
  static let wordLimit = 64

  static let schema = """
    CREATE TABLE product_term(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;
    """

  /// Lists a token.
  static func add(_ token: some Collection<UInt8>, isWord: Bool, in db: Database) throws {
    let term = String(decoding: token, as: UTF8.self)
    guard try insert(part: term, term: term, in: db), isWord, lengthsWithParts.contains(token.count) else {
      return
    }
    for (offset, byte) in token.enumerated().dropFirst().prefix(token.count - shortestPart)
    where byte & 0xC0 != 0x80 {
      try insert(part: String(decoding: token.dropFirst(offset), as: UTF8.self), term: term, in: db)
    }
  }

  @discardableResult
  private static func insert(part: String, term: String, in db: Database) throws -> Bool {
    try db.perform("INSERT OR IGNORE INTO product_term(part, term) VALUES (?, ?)") {
      $0.bind(part, at: 1)
      $0.bind(term, at: 2)
    } > 0
  }

  /// The tokens that begin with `run`.
  ///
  /// `nil` when there are more than ``limit``.
  static func terms(beginningWith run: String, in db: Database) throws -> [String]? {
    let terms = try terms(
      "SELECT term FROM product_term WHERE part >= ?1 AND part < ?2 AND part = term LIMIT ?3", run, limit + 1,
      in: db)
    return terms.count > limit ? nil : terms
  }

  /// Words with `run` inside, not at their beginning; with `atEnd` only those that end with it.
  ///
  /// At most ``wordLimit``.
  static func words(containing run: String, atEnd: Bool, in db: Database) throws -> [String] {
    let condition = atEnd ? "part = ?1" : "part >= ?1 AND part < ?2"
    return try terms(
      "SELECT DISTINCT term FROM product_term WHERE \(condition) AND part <> term LIMIT ?3", run, limit,
      in: db)
  }

  private static func terms(_ sql: String, _ run: String, _ limit: Int, in db: Database) throws -> [String] {
    try db.rows(sql) {
      $0.bind(run, at: 1)
      $0.bind(run + "\u{10FFFF}", at: 2)
      $0.bind(Int64(limit), at: 3)
    } _: {
      $0.text(0)
    }
  }
}
