/// Strings a title together as vendors do: what it is, some details, perhaps a plea to buy it.
///
/// Plain titles are the most common ones; an eighth of all are written in English.
struct ProductName {
  private typealias Bytes = [UInt8]

  /// The length in bytes from which nothing more is added to a title: stored names have 100 characters at most.
  private static let full = 62

  private let words: Category
  private let article: Article
  private let isEnglish: Bool
  private let isGivenAway: Bool

  init(traits: ProductTraits) {
    words = Category.all[traits.category]
    article = Article(category: traits.category, rank: traits.rank)
    isEnglish = traits.isEnglish
    isGivenAway = traits.isGivenAway
  }

  /// The title as UTF-8.
  func text(drawing random: inout SplitMix64) -> [UInt8] {
    if random.below(1000) < 3 {  // stored data breaks the strict minimum lengths: "의자"
      return words.things[random.zipf(words.things.count)].name[isEnglish: isEnglish]
    }
    var name: Bytes = []
    if isGivenAway {
      name += Bytes((isEnglish ? "FREE " : "무료나눔 ").utf8)
    } else if random.chance(9) {
      name += CommonWords.tags[random.skewed(CommonWords.tags.count)][isEnglish: isEnglish]
      name.append(UInt8(ascii: " "))
    }
    appendArticle(to: &name, drawing: &random)

    var details = detailCount(drawing: &random)
    if details > 0, article.hasSpecs, random.chance(70) {
      append(words.specs[random.skewed(words.specs.count)][isEnglish: isEnglish], to: &name)
      details -= 1
    }
    if details > 0, !isEnglish, random.chance(55) {
      var measure: Bytes = []
      random.append(words.measures[random.skewed(words.measures.count)], to: &measure)
      append(measure, to: &name)
      details -= 1
    }
    if details > 0, random.chance(40) {
      append(common(CommonWords.colours, &random), to: &name)
      details -= 1
    }
    if details > 0, random.chance(60) {
      append(common(CommonWords.conditions, &random), to: &name)
      details -= 1
    }
    if details > 0 { append(measuredDetail(drawing: &random), to: &name) }
    if !isGivenAway, random.chance(16) {
      append(common(CommonWords.endings, &random), to: &name)
    }
    if random.chance(3) { append(common(CommonWords.places, &random), to: &name) }
    if random.chance(3) { name += CommonWords.flourishes[random.zipf(CommonWords.flourishes.count)].korean }
    return name
  }

  /// Writes 나이키 덩크로우, NIKE 덩크로우, 나이키덩크로우 or nike dunk low.
  private func appendArticle(to name: inout Bytes, drawing random: inout SplitMix64) {
    let start = name.count
    let roll = random.below(100)
    article.append(to: &name, isEnglish: isEnglish, writesMakersInLatin: roll < 12)
    if isEnglish ? roll >= 75 : roll < 4 {
      for index in start..<name.count where name[index] &- 0x41 < 26 { name[index] |= 0x20 }
    } else if !isEnglish, roll >= 84 {
      name.replaceSubrange(start..., with: name[start...].filter { $0 != UInt8(ascii: " ") })
    }
  }

  private func detailCount(drawing random: inout SplitMix64) -> Int {
    switch random.below(100) {
    case ..<30: 0
    case ..<64: 1
    case ..<87: 2
    case ..<96: 3
    default: 4
    }
  }

  private func measuredDetail(drawing random: inout SplitMix64) -> Bytes {
    let text =
      switch random.below(6) {
      case 0: isEnglish ? "\(random.within(1...36)) months old" : "\(random.within(1...36))개월 사용"
      case 1: isEnglish ? "from \(random.within(2012...2024))" : "\(random.within(2012...2024))년 구매"
      case 2: isEnglish ? "used \(random.within(1...20)) times" : "\(random.within(1...20))회 사용"
      case 3: isEnglish ? "x\(random.within(2...12))" : "\(random.within(2...30))개"
      case 4: isEnglish ? "was $\(random.within(10...900))" : "정가 \(random.within(1...300))만원"
      default: isEnglish ? "no. \(random.within(1...400))" : "(\(random.within(1...400))번)"
      }
    return Bytes(text.utf8)
  }

  /// One of `phrases`, of which the first are the most common.
  private func common(_ phrases: [Phrase], _ random: inout SplitMix64) -> Bytes {
    phrases[random.zipf(phrases.count)][isEnglish: isEnglish]
  }

  private func append(_ word: Bytes, to name: inout Bytes) {
    guard name.count < Self.full else { return }
    name.append(UInt8(ascii: " "))
    name += word
  }
}
