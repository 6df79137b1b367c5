import GRDB

/// Finds the words of names that a mistyped word may have meant.
enum SpellingLookup {
  /// A word of names, or the beginning of one, that is spelt like what was typed.
  struct Word: Hashable {
    /// The word as a vendor writes it, or so much of it as was typed.
    var text: String
    var cost: TypingCost
    /// Whether it is a word, and not the beginning of others only.
    var isWhole: Bool
    /// How many products on sale have the word, or the most common word that begins so.
    var weight: Int64
  }

  /// The most words that are given.
  static let limit = 8
  /// The longest run of keys that is corrected.
  static let longest = 64
  /// The most texts that are read: in all, that begin alike, and of which the end is not packed.
  private static let (mostTexts, mostAlike, mostLong) = (24, 3, 96)

  /// The words like a typed run of Hangul or Latin letters, the likeliest first, those that are whole before others of
  /// as many errors; none when it is too short, too long, or has digits.
  ///
  /// Compares all words; see ``SpellingIndex`` for what it costs.
  static func words(like run: some Sequence<Unicode.Scalar>, in db: Database) throws -> [Word] {
    let typed = TypingKeys(firstOf: run, limit: longest)
    guard typed.bytes.count <= longest, typed.ends.count == run.reduce(0, { count, _ in count + 1 }),
      let pattern = PackedPattern(typed), try SpellingIndex.tables.areThere(in: db)
    else { return [] }
    var candidates: [Candidate] = []
    let packedDistance = TypingDistance(
      typed.bytes.map { $0 & 0x1F }, isHangul: typed.isHangul,
      budget: TypingCost.budget(ofKeys: typed.bytes.count))
    try SpellingIndex.forEachWord(like: pattern, in: db) { word in
      if let candidate = Candidate(word, packedDistance) { candidates.append(candidate) }
    }
    return try words(of: chosen(candidates), TypingDistance(typed), in: db)
  }

  /// A word of which only the first keys are known.
  private struct Candidate {
    let id: Int64
    let cost: TypingCost
    let isWhole: Bool
    /// Whether what was typed goes on where the packed keys end.
    let isLong: Bool
    /// The keys of the word that stand for what was typed.
    let keys: UInt64

    init?(_ word: SpellingIndex.Word, _ distance: TypingDistance) {
      let bytes = word.keys.bytes
      id = word.id
      if word.keys.goesOn, distance.typed.count + distance.budget >= bytes.count {
        // Its end is not in sight: anything may follow, and is looked at in the text.
        let short = TypingDistance(
          Array(distance.typed.prefix(bytes.count - distance.budget)), isHangul: distance.isHangul,
          budget: distance.budget)
        guard let match = short.match(in: bytes) else { return nil }
        (cost, isWhole, isLong, keys) = (match.cost, true, true, word.keys.keys)
        return
      }
      guard let match = distance.match(in: bytes) else { return nil }
      isWhole = match.isWhole && !word.keys.goesOn
      isLong = false
      cost = match.cost
      keys = word.keys.prefix(match.length)
    }
  }

  /// The likeliest candidates, of those with the same beginning only a few.
  private static func chosen(_ candidates: [Candidate]) -> [Candidate] {
    var counts: [UInt64: Int] = [:]
    for candidate in candidates { counts[candidate.keys, default: 0] += 1 }
    let sorted = candidates.sorted { first, second in
      if first.cost.errors != second.cost.errors { return first.cost < second.cost }
      if first.isWhole != second.isWhole { return first.isWhole }
      if first.cost != second.cost { return first.cost < second.cost }
      let (one, other) = (counts[first.keys, default: 0], counts[second.keys, default: 0])
      return one == other ? first.id < second.id : one > other
    }
    var taken: [UInt64: Int] = [:]
    var (chosen, countOfLong): ([Candidate], Int) = ([], 0)
    for candidate in sorted where chosen.count - countOfLong < mostTexts {
      if candidate.isLong {
        guard countOfLong < mostLong else { continue }
        countOfLong += 1
      } else {
        let alike = taken[candidate.keys, default: 0]
        guard alike < mostAlike else { continue }
        taken[candidate.keys] = alike + 1
      }
      chosen.append(candidate)
    }
    return chosen
  }

  /// Reads the texts, and compares what was typed with all of their keys.
  private static func words(
    of candidates: [Candidate], _ distance: TypingDistance, in db: Database
  ) throws -> [Word] {
    var words: [[UInt8]: Word] = [:]
    let sql = "SELECT text, weight FROM suggestion WHERE id = ?"
    try db.forEachRow(sql, of: candidates.lazy.map(\.id)) { row in
      let text = row.text(0)
      let folded = FoldedText(text)
      let keys = TypingKeys(firstOf: folded.scalars)
      guard let match = distance.match(in: keys.bytes, ends: keys.ends) else { return }
      guard let last = keys.ends.firstIndex(where: { $0 >= match.length }) else { return }
      let end = text.range(ofOrigins: folded.origins[...last]).upperBound
      let found = Word(
        text: String(text[..<end]), cost: match.cost, isWhole: match.isWhole, weight: row.int64(1))
      let key = Array(keys.bytes.prefix(keys.ends[last]))
      merge(found, key: key, into: &words)
    }
    return Array(words.values.sorted(by: isLikelier).prefix(limit))
  }

  /// Adds a word; of several that are typed alike the most common one stays.
  static func merge(_ found: Word, key: [UInt8], into words: inout [[UInt8]: Word]) {
    guard let known = words[key] else { return words[key] = found }
    words[key] = found.weight > known.weight ? found : known
    words[key]?.isWhole = found.isWhole || known.isWhole
  }

  static func isLikelier(_ first: Word, _ second: Word) -> Bool {
    if first.cost.errors != second.cost.errors { return first.cost < second.cost }
    if first.isWhole != second.isWhole { return first.isWhole }
    return (first.odds, first.text) < (second.odds, second.text)
  }
}

extension SpellingLookup.Word {
  /// The less, the likelier: a step of the cost is as much as four times the products.
  fileprivate var odds: Int { 2 * cost.weight - (64 - weight.leadingZeroBitCount) }
}
