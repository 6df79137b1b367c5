/// One of the descriptions that the products of a category share.
///
/// There are ``variants`` for each category and language, so that a million products need no more than some
/// ten megabytes of them.
struct ProductDescription: Sendable, Hashable {
  /// How many there are for each category and language.
  static let variants = 4096

  var category: Int
  var isEnglish: Bool
  var variant: Int

  func append(to text: inout [UInt8]) {
    let key = UInt64((category * 2 + (isEnglish ? 1 : 0)) * Self.variants + variant)
    var random = SplitMix64(seed: 0, key: key, stream: 1)
    if random.below(1000) < 5 {  // stored data breaks the strict minimum lengths
      text += Array((isEnglish ? "good" : "새것").utf8)
      return
    }
    let remarks = Category.all[category].remarks
    append(CommonWords.openings, percent: 100, to: &text, drawing: &random)
    append(remarks, percent: 70, to: &text, drawing: &random)
    append(CommonWords.states, percent: 75, to: &text, drawing: &random)
    append(CommonWords.closings, percent: 60, to: &text, drawing: &random)
    append(CommonWords.closings, percent: 15, to: &text, drawing: &random)
  }

  private func append(
    _ sentences: [Phrase], percent: Int, to text: inout [UInt8], drawing random: inout SplitMix64
  ) {
    guard random.chance(percent) else { return }
    if !text.isEmpty { text.append(UInt8(ascii: random.chance(20) ? "\n" : " ")) }
    text += sentences[random.below(sentences.count)][isEnglish: isEnglish]
  }
}
