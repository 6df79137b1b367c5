import GRDB

/// The distinct words, numbers and neighbours of each field, by which the index is asked for what they begin with.
///
/// FTS5 finds a prefix by merging the entries of every token that begins with it before it gives the first hit:
/// 20 ms for one digit among a million names. The few tokens themselves, joined with OR, are read only as far as hits
/// are wanted. Latin words are also listed by every ending, so that "pods" finds AirPods. Only distinct tokens cost
/// room, less than a tenth of the index.
///
/// Tokens stay when the last name with them goes, until the next rebuild, or a trim that finds the list too long
/// (``SearchIndex/remakeTerms(over:in:)``): to ask for one that is nowhere finds nothing.
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

  /// About how many bytes the list takes, with two lengths and a place to each row. Reads all of it.
  static func byteCount(in db: Database) throws -> Int64 {
    try ["product_term", "product_term_recent"].reduce(0) { sum, table in
      let size = "sum(length(CAST(part AS BLOB)) + length(CAST(term AS BLOB)) + 6)"
      return try sum + (db.firstRow("SELECT \(size) FROM \(table)") { $0.optionalInt64(0) ?? 0 } ?? 0)
    }
  }
}
