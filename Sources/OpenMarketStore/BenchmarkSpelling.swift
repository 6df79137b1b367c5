// What the benchmark of the quality of search calls, and no app needs.

/// The keys that type a text, and back.
package enum BenchmarkTyping {
  /// The keys of a text of nothing but Hangul or nothing but small Latin letters, upper case where shift is pressed;
  /// `nil` for any other.
  package static func keys(of text: String) -> [UInt8]? {
    let isHangul = text.unicodeScalars.allSatisfy { TwoSetKeyboard.strokes(of: $0) != nil }
    guard !isHangul else {
      return text.unicodeScalars.flatMap { TwoSetKeyboard.strokes(of: $0).map(Array.init) ?? [] }
    }
    return text.utf8.allSatisfy { $0 &- 0x61 < 26 } ? Array(text.utf8) : nil
  }

  /// The Hangul that keys make.
  package static func hangul(ofKeys keys: [UInt8]) -> String {
    KeyboardSlip.hangul(typedAs: String(decoding: keys, as: UTF8.self)) ?? ""
  }

  /// The most typing errors that are forgiven in a word of so many keys.
  package static func budget(ofKeys count: Int) -> Int { TypingCost.budget(ofKeys: count) }

  /// The groups of words that mean the same.
  package static var equivalents: [[String]] { EquivalentWords.groups.map { $0.filter { !$0.isEmpty } } }
}

/// All words, each of which is compared with what was typed: the reference of the search that forgives.
package struct BenchmarkWords: Sendable {
  private struct Word {
    let text: String
    let weight: Int64
    let keys: TypingKeys
    /// Which keys it has.
    let letters: UInt32
  }

  private let words: [Word]

  /// Takes words as they are written, with the numbers of their products.
  package init(_ weights: [(text: String, weight: Int64)]) {
    words = weights.map { text, weight in
      let keys = TypingKeys(firstOf: FoldedText.scalars(of: text))
      return Word(text: text, weight: weight, keys: keys, letters: Self.letters(of: keys))
    }
  }

  private static func letters(of keys: TypingKeys) -> UInt32 {
    keys.bytes.reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }
  }

  /// All that a typed word can mean, the likeliest first, with the number of errors.
  package func words(like typed: String) -> [(text: String, errors: Int)] {
    let typed = TypingKeys(firstOf: FoldedText.scalars(of: typed))
    let distance = TypingDistance(typed)
    let letters = Self.letters(of: typed)
    var found: [[UInt8]: SpellingLookup.Word] = [:]
    guard distance.budget > 0 else { return [] }
    for word in words where word.keys.isHangul == typed.isHangul && word.keys.bytes.count > 2 {
      // Each typed key that the word lacks is an error: the one bound, and no index.
      guard (letters & ~word.letters).nonzeroBitCount <= distance.budget,
        word.keys.bytes.count + distance.budget >= typed.bytes.count
      else { continue }
      guard let match = distance.match(in: word.keys.bytes, ends: word.keys.ends) else { continue }
      let end = word.keys.ends.first { $0 >= match.length } ?? match.length
      SpellingLookup.merge(
        SpellingLookup.Word(
          text: String(word.text.prefix(word.keys.ends.count { $0 <= end })), cost: match.cost,
          isWhole: match.isWhole, weight: word.weight), key: Array(word.keys.bytes.prefix(end)), into: &found)
    }
    return found.values.sorted(by: SpellingLookup.isLikelier).map { ($0.text, $0.cost.errors) }
  }
}

/// A search text that names are held against one by one.
package struct BenchmarkText: Sendable {
  private let search: TextSearch

  /// Prepares a text, without equivalents.
  package init(_ text: String) { search = TextSearch(text, nil) }

  /// Whether a name is a hit.
  package func isHit(_ name: String) -> Bool {
    var units = SearchedUnits(SearchedTexts(name: name))
    return search.stage(of: &units) != nil
  }
}
