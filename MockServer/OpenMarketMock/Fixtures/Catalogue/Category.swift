/// The words of one kind of goods, most popular first; draws prefer the front of each list.
///
/// An ``Assortment`` has what else there is of it, beside the well-known items.
struct Category: Sendable {
  /// A thing that is sold.
  struct Item: Sendable {
    var korean: String
    var english: String
    /// A usual second-hand price in thousands of won.
    var thousandWon: Int
    /// Whether the category's ``Category/specs`` make sense for it.
    var hasSpecs: Bool
  }

  var items: [Item]
  /// Storage, size, trim … of this kind of goods.
  var specs: [Bilingual]
  /// Sentences that only fit this kind of goods.
  var remarks: [Bilingual]

  /// Reads the tables in this folder: one entry a line, columns separated by `|`; a fourth column marks items
  /// that the specs do not fit.
  init(items: String, specs: String, remarks: String) {
    self.items = items.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "|").map(String.init)
      guard columns.count >= 3, let price = Int(columns[2]) else { return nil }
      return Item(korean: columns[0], english: columns[1], thousandWon: price, hasSpecs: columns.count == 3)
    }
    self.specs = Bilingual.table(specs)
    self.remarks = Bilingual.table(remarks)
  }

  /// All kinds of goods, with what else there is of them and their share of the market in percent: about those of
  /// the large second-hand markets in Korea.
  static let all: [(category: Category, assortment: Assortment, percent: Int)] = [
    (phones, .phones, 8), (computers, .computers, 8), (furniture, .furniture, 8), (clothes, .clothes, 20),
    (baby, .baby, 8), (camping, .camping, 3), (audio, .audio, 2), (bikes, .bikes, 3), (cameras, .cameras, 2),
    (instruments, .instruments, 1), (books, .books, 5), (games, .games, 6), (appliances, .appliances, 8),
    (sports, .sports, 4), (beauty, .beauty, 4), (stars, .stars, 5), (kitchen, .kitchen, 4),
    (vouchers, .vouchers, 1),
  ]
}

/// A phrase in both languages of the market.
struct Bilingual: Sendable {
  var korean: String
  var english: String

  /// One phrase a line, `korean|english`; a line without `|` is the same in both.
  static func table(_ text: String) -> [Bilingual] {
    text.split(separator: "\n").map { line in
      let columns = line.split(separator: "|").map(String.init)
      return Bilingual(korean: columns[0], english: columns[columns.count - 1])
    }
  }
}
