import GRDB

/// Finds the heaviest suggestions for what was typed.
enum SuggestionLookup {
  /// The most texts of one tier that are compared; they come in the order of the keys.
  private static let mostAtOnce = 16
  /// How many words a mistyped one is taken for.
  private static let mostCorrections = 4

  private struct Candidate {
    var id: Int64
    var text: String
    var weight: Int64
    var isOfSales: Bool
  }

  static func validate(limit: Int) throws(StoreError) {
    guard 1...50 ~= limit else {
      throw StoreError(.invalidInput, "limit is \(limit): ask for 1 to 50 suggestions")
    }
  }

  /// The suggestions for the first of the typed keys that has any, best first; when none has, for words that are spelt
  /// like the last one.
  static func suggestions(for typed: TypedKeys, limit: Int, in db: Database) throws -> [Suggestion] {
    guard try SuggestionIndex.tables.areThere(in: db) else { return [] }
    let found = try suggestions(forFirstOf: typed.keys, limit: limit, in: db)
    guard found.isEmpty else { return found }
    let meant = try suggestions(forFirstOf: typed.slips, limit: limit, in: db)
    return meant.isEmpty
      ? try suggestions(forFirstOf: corrections(of: typed, in: db), limit: limit, in: db) : meant
  }

  private static func corrections(of typed: TypedKeys, in db: Database) throws -> [TypedKeys.Key] {
    guard let text = typed.correctable, let run = TextRun.runs(of: text).last, !run.isCode,
      try isBegun(text, before: run, in: db)
    else { return [] }
    return try SpellingLookup.words(like: run.scalars, in: db).prefix(mostCorrections).map { word in
      let corrected = text.replacing([(run, word.text)])
      return TypedKeys.Key(bytes: SuggestionKeys(FoldedText.scalars(of: corrected)).key)
    }
  }

  /// Whether any text goes on behind what stands before a run: otherwise none has it with another word there, and all words
  /// would be compared for nothing.
  private static func isBegun(_ text: String, before run: TextRun, in db: Database) throws -> Bool {
    let start = String(decoding: text.utf8.prefix(run.range.lowerBound), as: UTF8.self)
    let key = TypedKeys.Key(bytes: SuggestionKeys(FoldedText.scalars(of: start)).key)
    guard !key.bytes.isEmpty else { return true }
    // Less than any key that goes on; one that is cut may go on beyond its end.
    let first = key.bytes.count < SuggestionKeys.longestKey ? key.lowerBound + "\u{1}" : key.lowerBound
    return try db.exists(anySQL, [first, key.lowerBound + "\u{10FFFF}"])
  }

  private static func suggestions(
    forFirstOf keys: [TypedKeys.Key], limit: Int, in db: Database
  ) throws -> [Suggestion] {
    var folded = FoldedText("")
    for key in keys {
      var found: [Suggestion] = []
      for candidate in try candidates(for: key, limit: limit, in: db) where found.count < limit {
        folded.take(candidate.text)
        // Only if it goes on as typed beyond the end of the stored key.
        guard let match = key.match(in: candidate.text, folded) else { continue }
        found.append(
          Suggestion(
            text: candidate.text, kind: candidate.text.utf8.contains(UInt8(ascii: " ")) ? .name : .word,
            match: match, productCount: Int(clamping: candidate.weight)))
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Texts with the key, heaviest first: all of them, or of too many those of the heaviest tiers.
  ///
  /// Up to `most` texts of each tier, tier by tier until there are enough; those of the last tier weigh the same.
  private static func candidates(for key: TypedKeys.Key, limit: Int, in db: Database) throws -> [Candidate] {
    let most = max(mostAtOnce, limit)
    var candidates: [Candidate] = []
    // Only where there may be many: in a few it is faster to look.
    var ids: Set<Int64> = []
    candidates.reserveCapacity(limit + most)
    var tier: Int64 = -1
    var countOfTier = 0
    let lowerBound = key.lowerBound
    try db.readRows(sql, [lowerBound, lowerBound + "\u{10FFFF}"]) { row in
      if row.int64(0) != tier {
        // Of keys that are cut, those found may still be others.
        guard key.isCut || candidates.count < limit else { return false }
        (tier, countOfTier) = (row.int64(0), 0)
      }
      let id = row.int64(1)
      if key.isCut ? ids.insert(id).inserted : !candidates.contains(where: { $0.id == id }) {
        candidates.append(
          Candidate(
            id: id, text: row.text(2), weight: row.int64(3), isOfSales: tier > SuggestionIndex.lightest))
        countOfTier += 1
      }
      return key.isCut || candidates.count < limit || tier != SuggestionIndex.lightest && countOfTier < most
    }
    return candidates.sorted { $0.isOfSales == $1.isOfSales ? $0.weight > $1.weight : $1.isOfSales }
  }

  /// The tiers from the heaviest that has a text, as `t.column1`: a list after IN would be made into a table each time.
  private static let tiers =
    "(VALUES \(SuggestionIndex.tiers.map { "(\($0))" }.joined(separator: ", "))) AS t"
  private static let isInTier =
    "k.tier = t.column1 AND t.column1 >= (SELECT min(tier) FROM suggestion_key) AND k.key >= ?1 AND k.key < ?2"
  private static let anySQL =
    "SELECT 1 FROM \(tiers) CROSS JOIN suggestion_key AS k WHERE \(isInTier) LIMIT 1"

  /// All tiers in one statement, which costs less than one statement for each. Rows come by tier and key, as CROSS JOIN
  /// nests the loops as it is written; ORDER BY would read and sort them all first.
  private static let sql = """
    SELECT k.tier, k.sid, s.text, s.weight FROM \(tiers) CROSS JOIN suggestion_key AS k \
    CROSS JOIN suggestion AS s ON s.id = k.sid WHERE \(isInTier)
    """
}
