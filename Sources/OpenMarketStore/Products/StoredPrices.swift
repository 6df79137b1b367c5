import Foundation
import OpenMarketAPI

/// The three prices of a product as the file holds them.
///
/// A `REAL` each, for sorting and filtering. Where one of them would not come back exactly as it went in,
/// ``exact`` holds all three in decimal digits.
struct StoredPrices {
  var price: Double
  var salePrice: Double
  var discount: Double
  var exact: String?
}

extension StoredPrices {
  /// - Throws: ``StoreError/Code/invalidInput`` when one of the prices is not a number.
  init(_ product: Product) throws {
    let (full, sale, reduction) = (product.price, product.salePrice, product.discount)
    guard !full.isNaN, !sale.isNaN, !reduction.isNaN else {
      throw StoreError(.invalidInput, "a price of product \(product.id) is not a number")
    }
    price = full.nearestDouble
    // Most products have one price, which is converted once.
    salePrice = sale == full ? price : sale.nearestDouble
    discount = reduction.isZero ? 0 : reduction.nearestDouble
    let isExact =
      full.isExactly(price) && (sale == full || sale.isExactly(salePrice))
      && (reduction.isZero || reduction.isExactly(discount))
    exact = isExact ? nil : "\(full) \(sale) \(reduction)"
  }

  /// Price, sale price and discount.
  var decimals: (Decimal, Decimal, Decimal) {
    if let exact {
      let parts = exact.split(separator: " ").compactMap { Decimal(string: String($0)) }
      if parts.count == 3 { return (parts[0], parts[1], parts[2]) }
    }
    return (
      Decimal(shortest: price) ?? 0, Decimal(shortest: salePrice) ?? 0,
      Decimal(shortest: discount) ?? 0
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

  /// Whether it is the number that `double`, the nearest one, is usually written as. Whole numbers, which prices in won are, take
  /// a short way.
  fileprivate func isExactly(_ double: Double) -> Bool {
    exponent >= 0 && double.magnitude < 0x1p53 || self == Decimal(shortest: double)
  }

  /// Its decimal digits, like `description`, which takes ten times as long for whole numbers.
  var digits: String {
    let whole = Int64(exactly: NSDecimalNumber(decimal: self).doubleValue)
    if let whole, whole.magnitude < 1 << 53, Decimal(whole) == self { return "\(whole)" }
    return description
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
