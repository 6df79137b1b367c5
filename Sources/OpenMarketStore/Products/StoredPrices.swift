import Foundation
import OpenMarketAPI

/// The three prices of a product as the file holds them.
///
/// A `REAL` each, for sorting and filtering. Where one of them would not come back exactly as it went in,
/// ``exact`` holds all three in decimal digits.
struct StoredPrices {
  var price: Double
  var bargainPrice: Double
  var discountedPrice: Double
  var exact: String?

  /// - Throws: ``StoreError/Code/invalidInput`` when one of the prices is not a number.
  init(_ product: Product) throws {
    guard !product.price.isNaN, !product.bargainPrice.isNaN, !product.discountedPrice.isNaN else {
      throw StoreError(.invalidInput, "a price of product \(product.id) is not a number")
    }
    price = product.price.nearestDouble
    bargainPrice = product.bargainPrice.nearestDouble
    discountedPrice = product.discountedPrice.nearestDouble
    let isExact =
      product.price == Decimal(shortest: price) && product.bargainPrice == Decimal(shortest: bargainPrice)
      && product.discountedPrice == Decimal(shortest: discountedPrice)
    exact = isExact ? nil : "\(product.price) \(product.bargainPrice) \(product.discountedPrice)"
  }

  init(price: Double, bargainPrice: Double, discountedPrice: Double, exact: String?) {
    self.price = price
    self.bargainPrice = bargainPrice
    self.discountedPrice = discountedPrice
    self.exact = exact
  }

  /// Price, bargain price and discounted price.
  var decimals: (Decimal, Decimal, Decimal) {
    if let exact {
      let parts = exact.split(separator: " ").compactMap { Decimal(string: String($0)) }
      if parts.count == 3 { return (parts[0], parts[1], parts[2]) }
    }
    return (
      Decimal(shortest: price) ?? 0, Decimal(shortest: bargainPrice) ?? 0,
      Decimal(shortest: discountedPrice) ?? 0
    )
  }
}

extension Decimal {
  /// The number itself, as near as a `Double` comes to it.
  var nearestDouble: Double {
    let double = NSDecimalNumber(decimal: self).doubleValue
    // Foundation multiplies digit by digit, which can be off in the last bit for fractions.
    if Int64(exactly: double) != nil { return double }
    return Double(description) ?? double
  }

  /// The decimal number that `double` is usually written as; `nil` when it is not a number.
  ///
  /// Whole numbers, which prices in won are, take a short way.
  init?(shortest double: Double) {
    if let whole = Int64(exactly: double), whole.magnitude < 1 << 53 {
      self = Decimal(whole)
    } else if let decimal = Decimal(string: double.description) {
      self = decimal
    } else {
      return nil
    }
  }
}
