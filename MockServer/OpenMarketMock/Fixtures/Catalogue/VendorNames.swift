/// The names of the seeded vendors, the same for every seed.
enum VendorNames {
  /// Vendors have the ids 1…5,000; low ids sell the most.
  static let count = 5_000

  private static let shops = words.entries("shops").map(String.init)
  private static let adjectives = words.entries("adjectives").map(String.init)
  private static let nouns = words.entries("nouns").map(String.init)
  private static let english = words.entries("english").map(String.init)
  private static let words = Vocabulary.section("vendors")

  /// The names in the order of the ids.
  static let all = (1...Int64(count)).map(name)

  /// The same as searches compare them.
  static let folded = all.reduce(into: TextColumn()) { $0.appendFolded(Array($1.utf8)[...]) }

  private static func name(of id: Int64) -> String {
    if let shop = Int(exactly: id - 1), shops.indices.contains(shop) { return shops[shop] }
    var random = SplitMix64(seed: 0, key: UInt64(bitPattern: id), stream: 0)
    if random.chance(15) { return english[random.below(english.count)] + "\(random.within(1...99))" }
    let name = adjectives[random.below(adjectives.count)] + nouns[random.below(nouns.count)]
    return random.chance(60) ? name + "\(random.within(1...999))" : name
  }
}
