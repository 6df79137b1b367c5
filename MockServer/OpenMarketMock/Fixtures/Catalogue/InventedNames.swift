/// Names of small labels and of people, as many as a large market has.
enum InventedNames {
  /// How many labels and how many people there are; low numbers are the common ones.
  static let count = 1 << 15

  private static let syllables = words.phrases("syllables")
  private static let families = words.phrases("families")
  private static let given = words.phrases("given")
  private static let words = Vocabulary.section("invented")

  /// Appends the name of a label: 라모에, Delmira.
  static func appendLabel(_ index: Int, isLatin: Bool, to text: inout [UInt8]) {
    var random = SplitMix64(seed: 0, key: UInt64(index), stream: 3)
    let start = text.count
    for _ in 0..<random.within(2...4) { text += syllables[random.below(syllables.count)][isEnglish: isLatin] }
    if isLatin { capitalize(&text, from: start) }
  }

  /// Appends the name of a person: 김원우, Kim Wonwoo.
  static func appendPerson(_ index: Int, isLatin: Bool, to text: inout [UInt8]) {
    var random = SplitMix64(seed: 0, key: UInt64(index), stream: 4)
    text += families[random.zipf(families.count)][isEnglish: isLatin]
    if isLatin { text.append(UInt8(ascii: " ")) }
    let start = text.count
    for _ in 0..<2 { text += given[random.skewed(given.count)][isEnglish: isLatin] }
    if isLatin { capitalize(&text, from: start) }
  }

  private static func capitalize(_ text: inout [UInt8], from start: Int) {
    if text.count > start { text[start] &= 0xDF }
  }
}
