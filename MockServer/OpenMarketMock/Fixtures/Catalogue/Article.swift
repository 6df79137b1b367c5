/// The common part of many listings of a category: one of its well-known items or, further down the long tail, an
/// item of some maker with a model code.
///
/// A function of category and rank alone. Which parts it has is drawn, their words are looked up when it is written.
struct Article: Sendable {
  /// How many there are in each category.
  static let count = 1 << 16

  private enum Maker {
    case listed(Int)
    case invented(Int)
  }

  private let words: Category
  private let item: Category.Item?
  private let maker: Maker?
  private let quality: Int?
  private let thing: Int?
  private let code: Int?
  private let digits: SplitMix64
  let won: Int

  init(category: Int, rank: Int) {
    words = Category.all[category]
    var random = SplitMix64(seed: 0, key: UInt64(category) << 32 | UInt64(rank), stream: 2)
    guard rank >= words.items.count else {
      let item = words.items[rank]
      self.item = item
      (maker, quality, thing, code, digits, won) = (nil, nil, nil, nil, random, item.won)
      return
    }
    item = nil
    let thing = random.zipf(words.things.count)
    var maker: Maker?
    if random.chance(68) {
      maker =
        random.chance(words.othersPercent)
        ? .invented(random.zipf(InventedNames.count)) : .listed(random.zipf(words.makers.count))
    }
    quality = maker == nil || random.chance(36) ? random.skewed(words.qualities.count) : nil
    code = random.chance(26) ? random.skewed(words.codes.count) : nil
    // Who knows what a code stands for does not say what it is: 나이키 덩크로우 DD1391-100.
    let isKnown = maker != nil && (quality != nil || code != nil) && random.chance(25)
    self.thing = isKnown ? nil : thing
    self.maker = maker
    won = words.things[thing].won * random.within(40...260) / 100
    digits = random
  }

  /// Whether the category's specs make sense for it.
  var hasSpecs: Bool { item?.hasSpecs ?? false }

  /// Appends what vendors call it, which of them write makers in Latin letters.
  func append(to name: inout [UInt8], isEnglish: Bool, writesMakersInLatin: Bool) {
    if let item {
      name += item.name[isEnglish: isEnglish || writesMakersInLatin]
      return
    }
    var digits = digits
    let start = name.count
    func separate() { if name.count > start { name.append(UInt8(ascii: " ")) } }
    switch maker {
    case .listed(let index): name += words.makers[index][isEnglish: isEnglish || writesMakersInLatin]
    case .invented(let index) where words.othersArePeople:
      InventedNames.appendPerson(index, isLatin: isEnglish, to: &name)
    case .invented(let index):
      InventedNames.appendLabel(index, isLatin: isEnglish || writesMakersInLatin, to: &name)
    case nil: break
    }
    if let quality {
      separate()
      name += words.qualities[quality][isEnglish: isEnglish]
    }
    if let thing {
      separate()
      name += words.things[thing].name[isEnglish: isEnglish]
    }
    if let code {
      separate()
      digits.append(words.codes[code], to: &name)
    }
  }
}

extension SplitMix64 {
  /// Appends `pattern` with any letter for each `@` and any digit for each `#`, not 0 at the beginning.
  mutating func append(_ pattern: [UInt8], to text: inout [UInt8]) {
    var isInNumber = false
    for byte in pattern {
      switch byte {
      case UInt8(ascii: "@"): text.append(UInt8(ascii: "A") + UInt8(below(26)))
      case UInt8(ascii: "#"):
        text.append(UInt8(ascii: "0") + UInt8(isInNumber ? below(10) : within(1...9)))
        isInNumber = true
        continue
      default: text.append(byte)
      }
      isInNumber = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
  }
}
