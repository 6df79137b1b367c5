/// The words of one kind of goods, most popular first; draws prefer the front of each list.
///
/// A few items are well known. A market's tail is long: beyond them there are makers × qualities × things × models,
/// beyond the makers that are listed come invented ones, and most models have a code of their own.
struct Category: Sendable {
  /// A thing that is sold.
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

  /// The name that begins a title without a listed maker.
  enum Others: Sendable {
    /// One of thousands of small labels.
    case labels
    /// A person: an author, a singer.
    case people
  }

  /// Its share of the market.
  let percent: Int
  /// The well-known items.
  let items: [Item]
  /// Storage, size, trim … of this kind of goods.
  let specs: [Phrase]
  /// Sentences that only fit this kind of goods.
  let remarks: [Phrase]
  let makers: [Phrase]
  let others: Others
  /// How many of 100 things are not by a listed maker.
  let othersPercent: Int
  let things: [Item]
  let qualities: [Phrase]
  /// Codes of models: `@` is any letter, `#` any digit.
  let codes: [[UInt8]]
  /// Sizes and amounts, in the same way.
  let measures: [[UInt8]]

  /// Reads the lists in this folder; ``remarks`` are sentences.
  init(
    percent: Int, items: String, specs: String, remarks: String, makers: String, others: Others = .labels,
    othersPercent: Int = 25, things: String, qualities: String, codes: String, measures: String
  ) {
    (self.percent, self.others, self.othersPercent) = (percent, others, othersPercent)
    self.items = Phrase.entries(items).compactMap(Item.init)
    self.specs = Phrase.list(specs)
    self.remarks = Phrase.sentences(remarks)
    self.makers = Phrase.list(makers)
    self.things = Phrase.entries(things).compactMap(Item.init)
    self.qualities = Phrase.list(qualities)
    self.codes = Phrase.entries(codes).map { Array($0.utf8) }
    self.measures = Phrase.entries(measures).map { Array($0.utf8) }
  }

  /// All kinds of goods, in about the shares that they have of the large second-hand markets in Korea.
  static let all = [
    phones, computers, furniture, clothes, baby, camping, audio, bikes, cameras, instruments, books, games,
    appliances, sports, beauty, stars, kitchen, vouchers,
  ]

  /// The index in ``all`` of the kind of goods that each percent of the market is.
  static let ofPercent = all.indices.flatMap { [Int](repeating: $0, count: all[$0].percent) }
}
