import GRDB
import OpenMarketAPI

/// Tokens of the index for what a product is filtered and sorted by, beside those of its name, so that the index itself
/// leaves out what does not pass: `¤3` for the vendor, `₩0821` for a price, `¤s` for what is sold.
///
/// Names have neither sign, as both are no part of words.
enum FilterTokens {
  private static let vendorMark = "¤"
  private static let priceMark = "₩"
  /// The token of what is sold. Most products are on sale, and need none.
  static let soldOut = "¤s"
  /// A range of more prices than these says little.
  private static let mostPrices = 8

  static func vendor(_ id: Int64) -> String { vendorMark + (id < 0 ? "n" : "") + String(id.magnitude) }

  /// The token of a sale price, which it shares with prices up to half as high again: its exponent and the first bit
  /// behind it. Tokens are ordered as the prices are.
  static func price(_ price: Double) -> String { token(ofStep: step(of: price)) }

  private static func step(of price: Double) -> UInt64 {
    price > 0 ? (price.bitPattern >> 51) + 2 : price < 0 ? 0 : 1
  }

  private static func token(ofStep step: UInt64) -> String {
    var digits: [UInt8] = Array(priceMark.utf8)
    for shift in stride(from: UInt64(12), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: step >> shift & 0xF)
      digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The tokens of all prices that products have, in their order; `nil` when there are too many.
  static func allPrices(in db: Database) throws -> [String]? {
    try TokenLookup(.name, in: db).neighbours(priceMark, priceMark + "\u{10FFFF}")?.sorted()
  }

  /// Splits criteria into the end of an expression of the index, which finds only what meets them, and those that it does
  /// not decide alone.
  static func split(_ criteria: [ProductCriterion]) -> (conditions: String, rest: [ProductCriterion]) {
    var (conditions, rest) = ("", [ProductCriterion]())
    func require(_ tokens: [String]) { conditions += " AND (\(MatchExpression.any(of: tokens)))" }
    for criterion in criteria {
      switch criterion {
      case .vendor(let id): require([vendor(id.rawValue)])
      case .price(let lowest, let highest):
        rest.append(criterion)
        guard let lowest, let highest else { break }
        let (first, last) = (step(of: lowest.nearestDouble), step(of: highest.nearestDouble))
        if first <= last, last - first < mostPrices { require((first...last).map(token)) }
      case .onSale: conditions += " NOT \(MatchExpression.any(of: [soldOut]))"
      case .soldOut: require([soldOut])
      case .currency, .extra: rest.append(criterion)
      }
    }
    return (conditions, rest)
  }
}
