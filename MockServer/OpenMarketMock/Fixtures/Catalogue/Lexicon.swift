/// The vocabulary as UTF-8, ready to be strung together a million times.
struct Lexicon: Sendable {
  typealias Bytes = [UInt8]

  /// One phrase in both languages.
  struct Phrase: Sendable {
    var korean: Bytes
    var english: Bytes

    init(_ phrase: Bilingual) {
      korean = Bytes(phrase.korean.utf8)
      english = Bytes(phrase.english.utf8)
    }

    subscript(isEnglish isEnglish: Bool) -> Bytes { isEnglish ? english : korean }
  }

  /// A well-known item.
  struct Item: Sendable {
    var name: Phrase
    var won: Int
    var hasSpecs: Bool

    init(_ item: Category.Item) {
      name = Phrase(Bilingual(korean: item.korean, english: item.english))
      won = item.thousandWon * 1000
      hasSpecs = item.hasSpecs
    }
  }

  /// One ``Category`` and its ``Assortment``.
  struct Words: Sendable {
    var items: [Item]
    var specs: [Phrase]
    var remarks: [Phrase]
    var makers: [Phrase]
    var others: Assortment.Others
    var othersPercent: Int
    var things: [Phrase]
    /// Usual prices of ``things``.
    var won: [Int]
    var qualities: [Phrase]
    var codes: [Bytes]
    var measures: [Bytes]

    init(_ category: Category, _ assortment: Assortment) {
      items = category.items.map(Item.init)
      specs = category.specs.map(Phrase.init)
      remarks = category.remarks.map(Phrase.init)
      makers = assortment.makers.map(Phrase.init)
      others = assortment.others
      othersPercent = assortment.othersPercent
      things = assortment.things.map { Phrase($0.name) }
      won = assortment.things.map { $0.thousandWon * 1000 }
      qualities = assortment.qualities.map(Phrase.init)
      codes = assortment.codes.map { Bytes($0.utf8) }
      measures = assortment.measures.map { Bytes($0.utf8) }
    }
  }

  let categories = Category.all.map { Words($0.category, $0.assortment) }
  /// The category of each percent of the market.
  let categoryOfPercent = Category.all.indices.flatMap { index in
    [Int](repeating: index, count: Category.all[index].percent)
  }
  let colours = CommonWords.colours.map(Phrase.init)
  let conditions = CommonWords.conditions.map(Phrase.init)
  let tags = CommonWords.tags.map(Phrase.init)
  let endings = CommonWords.endings.map(Phrase.init)
  let places = CommonWords.places.map(Phrase.init)
  let flourishes = CommonWords.flourishes.map(Phrase.init)
  let openings = CommonWords.openings.map(Phrase.init)
  let states = CommonWords.states.map(Phrase.init)
  let closings = CommonWords.closings.map(Phrase.init)

  static let shared = Lexicon()
}
