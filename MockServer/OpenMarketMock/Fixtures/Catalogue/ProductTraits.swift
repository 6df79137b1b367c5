/// The properties of a seeded product, derived from the seed and its id alone.
///
/// Each facet draws from a random source of its own, so that any of them can be derived again at any time
/// without the others.
struct ProductTraits: Sendable {
  private enum Stream: UInt64 {
    case kind, name, description, vendor, price, stock, edit, photos
  }

  let seed: UInt64
  let id: Int64
  /// Index into ``Category/all``.
  let category: Int
  /// Which of the category's articles it is, the most common ones first.
  let rank: Int
  let isEnglish: Bool
  let isGivenAway: Bool

  init(seed: UInt64, id: Int64) {
    self.seed = seed
    self.id = id
    var random = SplitMix64(seed: seed, key: UInt64(bitPattern: id), stream: Stream.kind.rawValue)
    category = Category.ofPercent[random.below(100)]
    rank = random.zipf(Article.count)
    isEnglish = random.chance(12)
    isGivenAway = random.chance(2)
  }

  private func random(_ stream: Stream) -> SplitMix64 {
    SplitMix64(seed: seed, key: UInt64(bitPattern: id), stream: stream.rawValue)
  }

  // MARK: Texts

  var vendorID: Int64 {
    var random = random(.vendor)
    return Int64(1 + random.skewed(VendorNames.count))
  }

  /// Which of the category's descriptions it has.
  var description: ProductDescription {
    var random = random(.description)
    return ProductDescription(
      category: category, isEnglish: isEnglish, variant: random.below(ProductDescription.variants))
  }

  func appendName(to name: inout [UInt8]) {
    var random = random(.name)
    name += ProductName(traits: self).text(drawing: &random)
  }

  // MARK: Commerce

  /// Currency, price and the amount taken off.
  var pricing: ProductPricing {
    var random = random(.price)
    return ProductPricing(
      usualWon: Article(category: category, rank: rank).won, isEnglish: isEnglish, isGivenAway: isGivenAway,
      drawing: &random)
  }

  /// Pieces left: mostly one, often sold.
  var stock: Int32 {
    var random = random(.stock)
    switch random.below(100) {
    case ..<17: return 0
    case ..<90: return 1
    case ..<99: return Int32(random.within(2...12))
    default: return Int32(random.within(50...999))
    }
  }

  /// Days between creation and the last change, given how many have passed since creation.
  func daysUntilEdit(ofPast days: Int) -> Int {
    var random = random(.edit)
    guard days > 0, random.chance(40) else { return 0 }
    return 1 + random.skewed(days)
  }

  // MARK: Pictures

  /// One to five pictures, each with its place, as whatever `transform` makes of them.
  func mapPhotos<Result>(_ transform: (Int, GeneratedPhoto) -> Result) -> [Result] {
    var random = random(.photos)
    let count =
      switch random.below(100) {
      case ..<35: 1
      case ..<60: 2
      case ..<80: 3
      case ..<92: 4
      default: 5
      }
    return (0..<count).map { transform($0, GeneratedPhoto(drawing: &random)) }
  }
}
