import GRDB

/// Finds the heaviest suggestions for what was typed.
enum SuggestionLookup {
  /// The most texts of one tier that are compared; they come in the order of their keys.
  private static let mostOfTier = 32

  private struct Candidate {
    var id: Int64
    var text: String
    var weight: Int64
  }

  static func suggestions(for typed: TypedKeys, limit: Int, in db: Database) throws -> [Suggestion] {
    var found: [Suggestion] = []
    var seen: Set<Int64> = []
    for key in typed.keys {
      for tier in SuggestionIndex.tiers {
        guard found.count < limit else { return found }
        let candidates = try candidates(tier: tier, key: key, in: db)
          .sorted { $0.weight > $1.weight }
        for candidate in candidates where found.count < limit && seen.insert(candidate.id).inserted {
          if let suggestion = suggestion(candidate, for: key) { found.append(suggestion) }
        }
      }
    }
    return found
  }

  private static func candidates(tier: Int64, key: TypedKeys.Key, in db: Database) throws -> [Candidate] {
    let sql = """
      SELECT s.id, s.text, s.weight FROM suggestion_key AS k JOIN suggestion AS s ON s.id = k.sid \
      WHERE k.tier = ? AND k.key >= ? AND k.key < ? LIMIT ?
      """
    let lowerBound = key.lowerBound
    return try db.rows(sql) {
      $0.bind(tier, at: 1)
      $0.bind(lowerBound, at: 2)
      $0.bind(lowerBound + "\u{10FFFF}", at: 3)
      $0.bind(Int64(mostOfTier), at: 4)
    } _: {
      Candidate(id: $0.int64(0), text: $0.text(1), weight: $0.int64(2))
    }
  }

  /// The suggestion, if the text continues as typed beyond the end of the stored key.
  private static func suggestion(_ candidate: Candidate, for key: TypedKeys.Key) -> Suggestion? {
    let folded = FoldedText(candidate.text)
    let keys = SuggestionKeys(folded.scalars)
    guard let range = keys.scalars(matching: key.bytes, isChoseong: key.isChoseong) else { return nil }
    let utf8 = candidate.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: folded.origins[range.lowerBound].lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: folded.origins[range.upperBound - 1].upperBound)
    return Suggestion(
      text: candidate.text, kind: candidate.text.contains(" ") ? .name : .word, match: start..<end,
      productCount: Int(candidate.weight))
  }
}
