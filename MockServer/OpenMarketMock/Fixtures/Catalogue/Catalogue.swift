/// The seeded products 1…count, which never change.
///
/// Texts are kept once each, in columns, with a row number per product; everything else of a product is
/// derived again from the seed when it is asked for (``ProductTraits``).
final class Catalogue: Sendable {
  let seed: UInt64
  let count: Int
  let today: CivilDay
  let names: TextColumn
  let descriptions: TextColumn
  let rows: ProductRows
  let phrases: PhraseIndex
  let search: CatalogueSearch

  /// Which row of each column every product has; the product with the id n is at n − 1.
  struct ProductRows: Sendable {
    var names: [UInt32] = []
    var descriptions: [UInt32] = []
    /// The vendors' ids, less 1.
    var vendors: [UInt32] = []
  }

  /// Derives the texts of all products and indexes them, about two microseconds a product.
  init(seed: UInt64, count: Int, today: CivilDay) {
    let count = max(0, count)
    var names = TextInterner(minimumCapacity: count)
    var descriptions = TextColumn()
    var rows = ProductRows()
    var rowOfDescription: [ProductDescription: UInt32] = [:]
    rows.names.reserveCapacity(count)
    rows.descriptions.reserveCapacity(count)
    rows.vendors.reserveCapacity(count)
    var text: [UInt8] = []

    for index in 0..<count {
      let traits = ProductTraits(seed: seed, id: Int64(index + 1))
      text.removeAll(keepingCapacity: true)
      traits.appendName(to: &text)
      rows.names.append(names.row(of: text[...]))

      let description = traits.description
      let descriptionRow = rowOfDescription[description] ?? UInt32(descriptions.count)
      rows.descriptions.append(descriptionRow)
      if descriptionRow == descriptions.count {
        rowOfDescription[description] = descriptionRow
        text.removeAll(keepingCapacity: true)
        description.append(to: &text)
        descriptions.append(text[...])
      }
      rows.vendors.append(UInt32(traits.vendorID - 1))
    }

    self.seed = seed
    self.count = count
    self.today = today
    self.names = names.texts
    self.descriptions = descriptions
    self.rows = rows
    phrases = PhraseIndex(names: names)
    search = CatalogueSearch(names: names.texts, descriptions: descriptions, rows: rows)
  }

  /// The product `id`, derived again.
  func record(id: Int64) -> ProductRecord? {
    guard id >= 1, id <= count else { return nil }
    let index = Int(id) - 1
    let traits = ProductTraits(seed: seed, id: id)
    let pricing = traits.pricing
    let age = Self.age(ofProductAt: index, among: count)
    let created = CivilDay(daysSince1970: today.daysSince1970 - Int32(age))
    let editedAfter = traits.daysUntilEdit(ofPast: age)
    return ProductRecord(
      id: id, vendorID: traits.vendorID, vendorName: VendorNames.all[Int(rows.vendors[index])],
      name: names.string(Int(rows.names[index])),
      description: descriptions.string(Int(rows.descriptions[index])),
      currency: pricing.currency, price: pricing.price, discount: pricing.discount,
      stock: traits.stock, createdDay: created,
      issuedDay: CivilDay(daysSince1970: created.daysSince1970 + Int32(editedAfter)),
      images: images(of: traits, issued: created), thumbnailIndex: 0)
  }

  /// Ids of pictures are 5 · (product − 1) + 1 and up.
  var nextImageID: Int64 { Int64(count) * 5 + 1 }

  private func images(of traits: ProductTraits, issued: CivilDay) -> [ImageRecord] {
    traits.mapPhotos { ordinal, photo in
      let fileExtension = photo.format.rawValue
      let origin = SeededImageName(productID: traits.id, ordinal: ordinal, isThumbnail: false)
      let thumbnail = SeededImageName(productID: traits.id, ordinal: ordinal, isThumbnail: true)
      return ImageRecord(
        id: (traits.id - 1) * 5 + Int64(ordinal) + 1,
        originName: origin.text(seed: seed, fileExtension: fileExtension),
        thumbnailName: thumbnail.text(seed: seed, fileExtension: fileExtension),
        issuedDay: issued, content: .generated(photo))
    }
  }

  /// Days since creation: the oldest product is two years old, the newest are of today.
  private static func age(ofProductAt index: Int, among count: Int) -> Int {
    (count - 1 - index) * 730 / count
  }
}
