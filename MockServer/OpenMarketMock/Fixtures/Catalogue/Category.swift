/// The words of one kind of goods, most popular first; draws prefer the front of each list.
///
/// A few items are well known. A market's tail is long: beyond them there are makers × qualities × things × models,
/// beyond the makers that are listed come invented ones, and most models have a code of their own.
struct Category: Sendable {
  struct Item: Sendable {
    let name: Phrase
    /// A usual second-hand price.
    let won: Int
    /// Whether the category's ``Category/specs`` make sense for it.
    let hasSpecs: Bool

    /// Reads `korean|english|price`, the price in thousands of won; a fourth column marks those without specs.
    init?(_ entry: Substring) {
      let columns = entry.split(separator: "|")
      guard columns.count >= 3, let price = Int(columns[2]) else { return nil }
      (name, won, hasSpecs) = (Phrase(entry), price * 1000, columns.count == 3)
    }
  }

  let percent: Int
  /// The well-known items.
  let items: [Item]
  /// Storage, size, trim … of this kind of goods.
  let specs: [Phrase]
  /// Sentences that only fit this kind of goods.
  let remarks: [Phrase]
  let makers: [Phrase]
  /// Whether people stand in the place of a listed maker, such as authors and singers, and not small labels.
  let othersArePeople: Bool
  /// How many of 100 things are not by a listed maker.
  let othersPercent: Int
  let things: [Item]
  let qualities: [Phrase]
  /// Codes of models: `@` is any letter, `#` any digit.
  let codes: [[UInt8]]
  /// Sizes and amounts, in the same way.
  let measures: [[UInt8]]

  /// Reads the section `name` of the market's words, whose settings are the percents and who the others are.
  private init(_ name: String) {
    let words = Vocabulary.section(name)
    let percents = words.settings.compactMap { Int($0) }
    (percent, othersPercent) = (percents.first ?? 0, percents.last ?? 0)
    othersArePeople = words.settings.contains("people")
    items = words.entries("items").compactMap(Item.init)
    specs = words.phrases("specs")
    remarks = words.phrases("remarks")
    makers = words.phrases("makers")
    things = words.entries("things").compactMap(Item.init)
    qualities = words.phrases("qualities")
    codes = words.entries("codes").map { Array($0.utf8) }
    measures = words.entries("measures").map { Array($0.utf8) }
  }

  /// All kinds of goods, in about the shares that they have of the large second-hand markets in Korea.
  static let all = [
    "phones", "computers", "furniture", "clothes", "baby", "camping", "audio", "bikes", "cameras",
    "instruments", "books", "games", "appliances", "sports", "beauty", "stars", "kitchen", "vouchers",
  ].map { Category($0) }

  /// The index in ``all`` of the kind of goods that each percent of the market is.
  static let ofPercent = all.indices.flatMap { [Int](repeating: $0, count: all[$0].percent) }
}
