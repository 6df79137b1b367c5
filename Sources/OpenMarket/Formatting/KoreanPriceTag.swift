import Foundation
public import OpenMarketAPI

/// The texts of a row about a product's price: the sale price and, if it is lower, the original price and the
/// discount.
///
/// ```swift
/// let tag = KoreanPriceTag(product)   // 11% 40,000원, instead of 45,000원
/// ```
public struct KoreanPriceTag: Sendable, Hashable {
  /// The sale price: `40,000원`, or `무료 나눔`.
  public let price: String
  /// The original price, to be displayed struck through; `nil` without a discount.
  public let original: String?
  /// The discount in whole percent, rounded down, such as `11%`.
  ///
  /// `nil` when it is nothing or less than one percent: no discount is made to look larger than it is.
  public let discount: String?

  /// Writes the price of `product`.
  public init(_ product: Product) {
    let style = KoreanPriceStyle.koreanPrice(product.currency)
    price = style.format(product.salePrice)
    guard product.salePrice < product.price else {
      (original, discount) = (nil, nil)
      return
    }
    original = style.format(product.price)
    discount = Self.wholePercent(of: product.price, takenOffTo: product.salePrice).map { "\($0)%" }
  }

  /// How many whole percent `price` is above `rest`; `nil` when there is none, or no sense in it.
  private static func wholePercent(of price: Decimal, takenOffTo rest: Decimal) -> Int? {
    guard price > 0, rest >= 0 else { return nil }
    let percent = (price - rest) / price * 100
    var whole = Int(NSDecimalNumber(decimal: percent).doubleValue)
    if Decimal(whole) > percent { whole -= 1 }  // 99.999…9 is 100 as a double.
    return whole >= 1 ? whole : nil
  }
}

extension KoreanPriceTag: CustomStringConvertible {
  /// The price on one line: `11% 40,000원`.
  public var description: String { discount.map { "\($0) \(price)" } ?? price }
}
