/// The texts of a name to suggest: its words, and its beginning, where vendors name the item.
///
/// Whole names are mostly one of a kind, by what follows: colour, condition, a plea to buy. Suggesting them takes
/// six times the room and helps nobody.
struct SuggestionTexts {
  /// How many words of a name's beginning are suggested together.
  static let beginning = 2...3
  /// The longest beginning, in scalars, and the longest word.
  static let longestBeginning = 40
  static let longestWord = 30
  /// The most words of one name: what comes later is prose.
  static let mostWords = 12

  /// Texts by their whole jamo key, so that spellings which differ only in spaces, case or width are one.
  private(set) var byKey: [String: String] = [:]

  init(_ name: String) {
    let words = name.split(whereSeparator: \.isWhitespace)
    let title = words.drop { $0.first == "[" || $0.first == "(" }  // [판매], (급매)
    for count in Self.beginning where count <= title.count {
      add(title.prefix(count).joined(separator: " "), longest: Self.longestBeginning)
    }
    for word in words.prefix(Self.mostWords) { add(Self.withoutPunctuation(word), longest: Self.longestWord) }
  }

  /// Adds a text worth suggesting: two characters or more, and not only digits.
  private mutating func add(_ text: String, longest: Int) {
    let folded = FoldedText.scalars(of: text)
    guard folded.count <= longest, folded.count >= 2 else { return }
    let kinds = folded.lazy.map(ScriptClass.init)
    guard kinds.contains(where: { $0 == .syllable || $0 == .letter }),
      kinds.filter({ !$0.isSeparator }).count >= 2
    else { return }
    let key = String(decoding: SuggestionKeys(folded).key, as: UTF8.self)
    if byKey[key] == nil { byKey[key] = text }
  }

  /// 판매 of [판매].
  private static func withoutPunctuation(_ word: Substring) -> String {
    let scalars = word.unicodeScalars
    let isText = { (scalar: Unicode.Scalar) in !ScriptClass(scalar).isSeparator }
    guard let first = scalars.firstIndex(where: isText), let last = scalars.lastIndex(where: isText) else {
      return ""
    }
    return String(scalars[first...last])
  }
}
