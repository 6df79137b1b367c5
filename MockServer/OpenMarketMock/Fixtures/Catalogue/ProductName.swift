/// Strings a title together as sellers do: item, some details, perhaps a plea to buy it.
///
/// Plain titles are the most common ones; a fifth of all are written in English.
struct ProductName {
  private typealias Bytes = [UInt8]

  private let words: Lexicon.Words
  private let item: Lexicon.Item
  private let isEnglish: Bool
  private let isGivenAway: Bool

  init(traits: ProductTraits) {
    words = Lexicon.shared.categories[traits.category]
    item = words.items[traits.item]
    isEnglish = traits.isEnglish
    isGivenAway = traits.isGivenAway
  }

  func append(to name: inout [UInt8], drawing random: inout SplitMix64) {
    let lexicon = Lexicon.shared
    if random.below(1000) < 3 {  // stored data breaks the strict minimum lengths: "의자"
      name += isEnglish ? item.englishLastWord : item.koreanLastWord
      return
    }
    if isGivenAway {
      name += Bytes((isEnglish ? "FREE " : "무료나눔 ").utf8)
    } else if random.chance(12) {
      name += lexicon.tags[random.skewed(lexicon.tags.count)][isEnglish: isEnglish]
      appendSpace(to: &name)
    }
    name += itemSpelling(drawing: &random)

    var details = detailCount(drawing: &random)
    if details > 0, item.hasSpecs, random.chance(70) {
      append(words.specs[random.skewed(words.specs.count)][isEnglish: isEnglish], to: &name)
      details -= 1
    }
    if details > 0, random.chance(50) {
      append(lexicon.colours[random.skewed(lexicon.colours.count)][isEnglish: isEnglish], to: &name)
      details -= 1
    }
    if details > 0, random.chance(60) {
      append(lexicon.conditions[random.skewed(lexicon.conditions.count)][isEnglish: isEnglish], to: &name)
      details -= 1
    }
    if details > 0 { append(measuredDetail(drawing: &random), to: &name) }
    if !isGivenAway, random.chance(30) {
      append(lexicon.endings[random.skewed(lexicon.endings.count)][isEnglish: isEnglish], to: &name)
    }
  }

  private func itemSpelling(drawing random: inout SplitMix64) -> Bytes {
    let roll = random.below(100)
    if isEnglish { return roll < 75 ? item.english : item.englishLowercased }
    switch roll {
    case ..<64: return item.korean
    case ..<90: return item.koreanWithoutSpaces
    case ..<97: return item.english
    default: return item.englishLowercased
    }
  }

  private func detailCount(drawing random: inout SplitMix64) -> Int {
    switch random.below(100) {
    case ..<20: 0
    case ..<52: 1
    case ..<82: 2
    case ..<95: 3
    default: 4
    }
  }

  private func measuredDetail(drawing random: inout SplitMix64) -> Bytes {
    let text =
      switch random.below(4) {
      case 0:
        isEnglish ? "\(random.within(1...36)) months old" : "\(random.within(1...36))개월 사용"
      case 1:
        isEnglish ? "from \(random.within(2012...2024))" : "\(random.within(2012...2024))년 구매"
      case 2:
        isEnglish ? "used \(random.within(1...20)) times" : "\(random.within(1...20))회 사용"
      default:
        isEnglish ? "no. \(random.within(1...400))" : "(\(random.within(1...400))번)"
      }
    return Bytes(text.utf8)
  }

  private func append(_ word: Bytes, to name: inout Bytes) {
    appendSpace(to: &name)
    name += word
  }

  private func appendSpace(to name: inout Bytes) { name.append(UInt8(ascii: " ")) }
}
