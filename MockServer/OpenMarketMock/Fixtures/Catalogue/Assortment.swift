/// The less known goods of one kind, beside the well-known items: makers × qualities × things × models.
///
/// The most common entries of each list stand first. A market's tail is long: beyond the makers that are listed
/// come invented ones, and most models have a code of their own.
struct Assortment: Sendable {
  /// The name that begins a title without a listed maker.
  enum Others: Sendable {
    /// One of thousands of small labels.
    case labels
    /// A person: an author, a singer.
    case people
  }

  /// A kind of thing and its usual second-hand price.
  struct Thing: Sendable {
    var name: Bilingual
    var thousandWon: Int
  }

  var makers: [Bilingual]
  var others: Others
  /// How many of 100 things are not by a listed maker.
  var othersPercent: Int
  var things: [Thing]
  var qualities: [Bilingual]
  /// Codes of models: `@` is any letter, `#` any digit.
  var codes: [String]
  /// Sizes and amounts, in the same way.
  var measures: [String]

  /// Reads tables of phrases separated by commas; a thing ends with its price in thousands of won.
  init(
    makers: String, others: Others = .labels, othersPercent: Int = 25, things: String, qualities: String,
    codes: String, measures: String
  ) {
    self.makers = Bilingual.list(makers)
    self.others = others
    self.othersPercent = othersPercent
    self.things = Self.entries(things).compactMap { entry in
      let columns = entry.split(separator: "|").map(String.init)
      guard columns.count == 3, let price = Int(columns[2]) else { return nil }
      return Thing(name: Bilingual(korean: columns[0], english: columns[1]), thousandWon: price)
    }
    self.qualities = Bilingual.list(qualities)
    self.codes = Self.entries(codes)
    self.measures = Self.entries(measures)
  }

  private static func entries(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == "," || $0 == "\n" })
      .map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}

extension Bilingual {
  /// Phrases separated by commas and ends of lines.
  static func list(_ text: String) -> [Bilingual] {
    table(
      text.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { $0.drop { $0 == " " } }
        .filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}
