/// A price as people write it: round, or just below a round figure.
struct ProductPricing: Sendable {
  var currency: String
  var price: Double
  var discount: Double

  /// Draws a price around a usual one in won.
  init(usualWon: Int, isEnglish: Bool, isGivenAway: Bool, drawing random: inout SplitMix64) {
    let won = usualWon * random.within(50...115) / 100
    let isInDollars = random.chance(isEnglish ? 70 : 1)
    currency = isInDollars ? "USD" : "KRW"
    let hasDiscount = random.chance(25)
    let percent = [5, 10, 10, 15, 20, 30, 50][random.below(7)]
    guard !isGivenAway else {
      price = 0
      discount = 0
      return
    }
    if isInDollars {
      let cents = Self.cents(ofWon: won, drawing: &random)
      price = Double(cents) / 100
      discount = hasDiscount ? Double(cents * percent / 10_000) : 0
    } else {
      let rounded = Self.rounded(won: won, drawing: &random)
      price = Double(rounded)
      let unit = rounded < 20_000 ? 500 : 1000
      discount = hasDiscount ? Double(rounded * percent / 100 / unit * unit) : 0
    }
  }

  private static func rounded(won: Int, drawing random: inout SplitMix64) -> Int {
    let unit =
      switch won {
      case ..<10_000: random.chance(70) ? 1000 : 500
      case ..<100_000: random.chance(60) ? 5000 : 1000
      case ..<1_000_000: random.chance(70) ? 10_000 : 5000
      case ..<10_000_000: random.chance(60) ? 50_000 : 10_000
      default: 100_000
      }
    let round = max(unit, (won + unit / 2) / unit * unit)
    return round >= 50_000 && round % 10_000 == 0 && random.chance(15) ? round - 1000 : round
  }

  private static func cents(ofWon won: Int, drawing random: inout SplitMix64) -> Int {
    let dollars = max(1, won / 1300)
    switch random.below(100) {
    case ..<50: return dollars * 100
    case ..<75: return max(5, dollars / 5 * 5) * 100
    case ..<95: return dollars * 100 + 99
    default: return dollars * 100 + 50
    }
  }
}
