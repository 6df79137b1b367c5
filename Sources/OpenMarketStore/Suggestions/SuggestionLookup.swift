import GRDB

/// Finds the heaviest suggestions for what was typed.
enum SuggestionLookup {
  /// The most texts that are compared all at once, or of one tier; they come in the order of the keys.
  private static let mostAtOnce = 16
  /// Up to so many keystrokes, most beginnings are those of many texts.
  private static let longestShort = 8
  /// How many words a mistyped one is taken for.
  private static let mostCorrections = 4

  private struct Candidate {
    var id: Int64
    var text: String
    var weight: Int64
  }

  static func validate(limit: Int) throws(StoreError) {
    guard 1...50 ~= limit else {
      throw StoreError(.invalidInput, "limit is \(limit): ask for 1 to 50 suggestions")
    }
  }

  /// The suggestions for the first of the typed keys that has any, best first; when none has, for words that are spelt
  /// like the last one.
  static func suggestions(for typed: TypedKeys, limit: Int, in db: Database) throws -> [Suggestion] {
    let found = try suggestions(forFirstOf: typed.keys, limit: limit, in: db)
    guard found.isEmpty else { return found }
    let meant = try suggestions(forFirstOf: typed.slips, limit: limit, in: db)
    return meant.isEmpty
      ? try suggestions(forFirstOf: corrections(of: typed, in: db), limit: limit, in: db) : meant
  }

  private static func corrections(of typed: TypedKeys, in db: Database) throws -> [TypedKeys.Key] {
    guard let text = typed.correctable, let run = TextRun.runs(of: text).last, !run.isCode else { return [] }
    return try SpellingLookup.words(like: run.scalars, in: db).prefix(mostCorrections).map { word in
      let corrected = text.replacing([(run, word.text)])
      return TypedKeys.Key(bytes: SuggestionKeys(FoldedText.scalars(of: corrected)).key)
    }
  }

  private static func suggestions(
    forFirstOf keys: [TypedKeys.Key], limit: Int, in db: Database
  ) throws -> [Suggestion] {
    for key in keys {
      var found: [Suggestion] = []
      for candidate in try candidates(for: key, limit: limit, in: db) where found.count < limit {
        if let suggestion = suggestion(candidate, for: key) { found.append(suggestion) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Texts with the key, heaviest first: all of them, or of too many those of the heaviest tiers.
  private static func candidates(for key: TypedKeys.Key, limit: Int, in db: Database) throws -> [Candidate] {
    let prefix = Prefix(key)
    let most = key.isCut ? Int.max : max(mostAtOnce, limit)
    var candidates: [Candidate] = []
    let isShort = key.bytes.count <= longestShort
    if isShort { candidates = try heaviest(with: prefix, most: most, enough: limit, in: db) }
    if candidates.count < limit {
      let ids = try firstIDs(with: prefix, most: most, in: db)
      if !isShort, ids.count > most {
        candidates = try heaviest(with: prefix, most: most, enough: limit, in: db)
      }
      if candidates.count < limit { candidates += try others(ids.prefix(most), than: candidates, in: db) }
    }
    return candidates.sorted { $0.weight > $1.weight }
  }

  /// The stored keys that begin with a typed one.
  private struct Prefix {
    let lowerBound: String
    let upperBound: String

    init(_ key: TypedKeys.Key) {
      lowerBound = key.lowerBound
      upperBound = lowerBound + "\u{10FFFF}"
    }

    /// The bounds as ?1 and ?2.
    var values: [any StatementValue] { [lowerBound, upperBound] }
  }

  /// The first texts in the order of the keys, `most` and one to tell that there are more.
  private static func firstIDs(with prefix: Prefix, most: Int, in db: Database) throws -> [Int64] {
    var ids: [Int64] = []
    let sql = "SELECT sid FROM suggestion_key WHERE key >= ?1 AND key < ?2 ORDER BY key"
    try db.readRows(sql, prefix.values) { row in
      let id = row.int64(0)
      if !ids.contains(id) { ids.append(id) }
      return ids.count <= most
    }
    return ids
  }

  private static func others(
    _ ids: ArraySlice<Int64>, than candidates: [Candidate], in db: Database
  ) throws -> [Candidate] {
    var others: [Candidate] = []
    let missing = ids.lazy.filter { id in !candidates.contains { $0.id == id } }
    try db.forEachRow("SELECT id, text, weight FROM suggestion WHERE id = ?", of: missing) {
      others.append(Candidate(id: $0.int64(0), text: $0.text(1), weight: $0.int64(2)))
    }
    return others
  }

  /// Up to `most` texts of each tier, tier by tier until there are enough.
  private static func heaviest(
    with prefix: Prefix, most: Int, enough: Int, in db: Database
  ) throws -> [Candidate] {
    var candidates: [Candidate] = []
    var tier: Int64 = -1
    var countOfTier = 0
    try db.readRows(heaviestSQL, prefix.values) { row in
      if row.int64(0) != tier {
        guard candidates.count < enough else { return false }
        (tier, countOfTier) = (row.int64(0), 0)
      }
      let id = row.int64(1)
      if !candidates.contains(where: { $0.id == id }) {
        candidates.append(Candidate(id: id, text: row.text(2), weight: row.int64(3)))
        countOfTier += 1
      }
      return countOfTier < most || candidates.count < enough
    }
    return candidates
  }

  /// All tiers in one statement, which costs less than one statement for each.
  private static let heaviestSQL = """
    SELECT tier, sid, text, weight FROM suggestion_tier \
    WHERE tier IN (\(SuggestionIndex.tiers.map(String.init).joined(separator: ", "))) AND key >= ?1 AND key < ?2 \
    ORDER BY tier, key
    """

  /// The suggestion, if the text continues as typed beyond the end of the stored key.
  private static func suggestion(_ candidate: Candidate, for key: TypedKeys.Key) -> Suggestion? {
    let text = candidate.text
    guard let match = key.match(in: text, FoldedText(text)) else { return nil }
    return Suggestion(
      text: text, kind: text.utf8.contains(UInt8(ascii: " ")) ? .name : .word,
      match: match, productCount: Int(clamping: candidate.weight))
  }
}
