import GRDB

/// Finds the heaviest suggestions for what was typed.
enum SuggestionLookup {
  /// The most keys of one tier that are compared; they come in the order of the keys.
  private static let mostOfTier = 16

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

  /// The suggestions for the first of the typed keys that has any, best first.
  static func suggestions(for typed: TypedKeys, limit: Int, in db: Database) throws -> [Suggestion] {
    for key in typed.keys {
      var found: [Suggestion] = []
      for candidate in try candidates(for: key, limit: limit, in: db) where found.count < limit {
        if let suggestion = suggestion(candidate, for: key) { found.append(suggestion) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The texts with the key, tier by tier until there are enough, heaviest first.
  private static func candidates(for key: TypedKeys.Key, limit: Int, in db: Database) throws -> [Candidate] {
    var candidates: [Candidate] = []
    var tier: Int64 = -1
    var keysOfTier = 0
    let most = key.isCut ? Int.max : max(mostOfTier, limit)
    try db.readRows(sql) {
      let lowerBound = key.lowerBound
      $0.bind(lowerBound, at: 1)
      $0.bind(lowerBound + "\u{10FFFF}", at: 2)
    } while: { row in
      if row.int64(0) != tier {
        guard key.isCut || candidates.count < limit else { return false }
        (tier, keysOfTier) = (row.int64(0), 0)
      }
      keysOfTier += 1
      let id = row.int64(1)
      if !candidates.contains(where: { $0.id == id }) {
        candidates.append(Candidate(id: id, text: row.text(2), weight: row.int64(3)))
      }
      return keysOfTier < most || candidates.count < limit
    }
    return candidates.sorted { $0.weight > $1.weight }
  }

  /// All tiers in one statement, which costs less than one statement for each.
  private static let sql = """
    SELECT k.tier, s.id, s.text, s.weight FROM suggestion_key AS k CROSS JOIN suggestion AS s ON s.id = k.sid \
    WHERE k.tier IN (\(SuggestionIndex.tiers.map(String.init).joined(separator: ", "))) \
    AND k.key >= ?1 AND k.key < ?2 ORDER BY k.tier, k.key
    """

  /// The suggestion, if the text continues as typed beyond the end of the stored key.
  private static func suggestion(_ candidate: Candidate, for key: TypedKeys.Key) -> Suggestion? {
    let text = candidate.text
    guard let match = key.match(in: text, FoldedText(text)) else { return nil }
    return Suggestion(
      text: text, kind: text.utf8.contains(UInt8(ascii: " ")) ? .name : .word,
      match: match, productCount: Int(candidate.weight))
  }
}
