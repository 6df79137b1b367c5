import GRDB

/// The distinct Latin words of all names by every ending of theirs, so that "pods" finds AirPods.
///
/// The index itself holds words whole: a substring is looked up here, by one range of a B-tree, and the words
/// found are searched for too. Only distinct words cost room. Words stay when the last name with them goes,
/// until the next rebuild: to search for one that is nowhere finds nothing.
enum WordParts {
  /// The least length of a run that is looked for inside words: shorter ones are everywhere.
  static let shortest = 3
  /// The lengths in UTF-8 of words that are listed.
  static let lengths = 4...32
  /// The most words that stand for one run.
  static let limit = 32

  /// Lists the words of `tokens`.
  static func add(_ tokens: IndexTokens, in db: Database) throws {
    for range in tokens.words {
      let word = tokens.utf8[range]
      let text = String(decoding: word, as: UTF8.self)
      guard try insert(part: text, word: text, in: db) else { continue }
      for start in word.indices.dropFirst().prefix(word.count - shortest) where word[start] & 0xC0 != 0x80 {
        try insert(part: String(decoding: word[start...], as: UTF8.self), word: text, in: db)
      }
    }
  }

  @discardableResult
  private static func insert(part: String, word: String, in db: Database) throws -> Bool {
    try db.perform("INSERT OR IGNORE INTO product_word(part, word) VALUES (?, ?)") {
      $0.bind(part, at: 1)
      $0.bind(word, at: 2)
    } > 0
  }

  /// The listed words with `run` inside, not at their beginning.
  static func words(containing run: [Unicode.Scalar], atEnd: Bool, in db: Database) throws -> [String] {
    var bytes: [UInt8] = []
    for scalar in run { bytes.append(scalar: scalar) }
    let part = String(decoding: bytes, as: UTF8.self)
    let sql =
      atEnd
      ? "SELECT word FROM product_word WHERE part = ?1 AND word <> ?1 LIMIT ?2"
      : "SELECT DISTINCT word FROM product_word WHERE part >= ?1 AND part < ?3 AND part <> word LIMIT ?2"
    return try db.rows(sql) {
      $0.bind(part, at: 1)
      $0.bind(Int64(limit), at: 2)
      if !atEnd { $0.bind(part + "\u{10FFFF}", at: 3) }
    } _: {
      $0.text(0)
    }
  }
}
