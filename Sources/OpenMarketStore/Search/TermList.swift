import GRDB

/// The distinct words, numbers and neighbours of each field, by which the index is asked for what they begin with.
///
/// FTS5 finds a prefix by merging the entries of every token that begins with it before it gives the first hit:
/// 20 ms for one digit among a million names. The few tokens themselves, joined with OR, are read only as far as hits
/// are wanted. Latin words are also listed by every ending, so that "pods" finds AirPods. Only distinct tokens cost
/// room, less than a tenth of the index.
///
/// Tokens stay when the last name with them goes, until the next rebuild, or a trim that finds the list too long
/// (``removeDead(behind:in:)``): to ask for one that is nowhere finds nothing.
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
    \(recentSchema)
    """

  private static let recentSchema = """
    CREATE TABLE product_term_recent(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;
    """

  /// About how many bytes the list takes, with two lengths and a place to each row; 0 for one that is another version's, or is
  /// being made anew. Reads all of it.
  static func byteCount(in db: Database) throws -> Int64 {
    guard try isWhole(in: db) else { return 0 }
    return try ["product_term", "product_term_recent"].reduce(0) { sum, table in
      let size = "sum(length(CAST(part AS BLOB)) + length(CAST(term AS BLOB)) + 6)"
      return try sum + (db.firstRow("SELECT \(size) FROM \(table)") { $0.optionalInt64(0) ?? 0 } ?? 0)
    }
  }

  /// How many tokens a step of ``removeDead(behind:in:)`` looks up: some twenty milliseconds.
  static let step = 300

  /// Removes those of the next tokens that no product has any more, as the index says. Returns how many these are, and the last
  /// one that was looked at, behind which it goes on; `nil` at the end.
  ///
  /// The version of the tables tells every process that the list is another one.
  static func removeDead(behind last: String, in db: Database) throws -> (count: Int, next: String?) {
    guard try isWhole(in: db) else { return (0, nil) }
    try TermListWriter.moveRecent(in: db)
    let parts = try db.rows(
      "SELECT part FROM product_term WHERE part > ? AND term = '' ORDER BY part LIMIT ?", [last, step]
    ) { $0.text(0) }
    let dead = try parts.filter { part in
      let token = String(decoding: part.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      let sql = "SELECT 1 FROM product_fts WHERE product_fts MATCH ? LIMIT 1"
      return try !db.exists(sql, [MatchExpression.any(of: [token])])
    }
    if !dead.isEmpty {
      var writer = TermListWriter(db)
      try writer.remove(dead)
      try db.execute(sql: "DROP TABLE product_term_recent; \(recentSchema)")
    }
    return (dead.count, parts.count == step ? parts.last : nil)
  }

  /// How many rows a step of ``compact(behind:in:)`` writes.
  private static let rowsOfStep = 2_000

  /// Writes the next rows again, one behind the other, as what is removed leaves pages half empty. Returns the last one, behind
  /// which it goes on; `nil` at the end.
  static func compact(
    behind last: (part: String, term: String), in db: Database
  ) throws -> (part: String, term: String)? {
    guard try isWhole(in: db) else { return nil }
    let behind = "(part, term) > (?1, ?2)"
    let rows = try db.rows(
      "SELECT part, term FROM product_term WHERE \(behind) ORDER BY part, term LIMIT ?3",
      [last.part, last.term, rowsOfStep]
    ) { (part: $0.text(0), term: $0.text(1)) }
    guard let end = rows.last else { return nil }
    try db.perform(
      "DELETE FROM product_term WHERE \(behind) AND (part, term) <= (?3, ?4)",
      [last.part, last.term, end.part, end.term])
    for row in rows {
      try db.perform("INSERT INTO product_term(part, term) VALUES (?, ?)", [row.part, row.term])
    }
    return end
  }

  /// Whether the list is this version's, and not being made anew.
  private static func isWhole(in db: Database) throws -> Bool {
    try IndexVersion.standing(in: db) == .current && IndexVersion.lastUnindexed(in: db) == nil
  }
}
