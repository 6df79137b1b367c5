public import Foundation
public import OpenMarketAPI

/// What the server said about a listing's fields when somebody began to change them.
///
/// Shows later which side has changed what. A field is `nil` when it was not known.
public struct EditBase: Sendable, Hashable {
  /// The name.
  public var name: String?
  /// The description.
  public var description: String?
  /// The price.
  public var price: Decimal?
  /// The amount taken off the price.
  public var discountedPrice: Decimal?
  /// The currency.
  public var currency: String?
  /// The stock.
  public var stock: Int?
  /// When the server said so; `nil` when nothing is known.
  public var asOf: Date?

  /// Knows nothing.
  public init() {}

  /// What `product` shows.
  /// - Parameters:
  ///   - product: As the server showed it.
  ///   - date: When it did.
  public init(_ product: Product, asOf date: Date) {
    name = product.name
    description = product.description
    price = product.price
    discountedPrice = product.discountedPrice
    currency = product.currency?.rawValue
    stock = product.stock
    asOf = date
  }

  /// The same with what is not known here taken from a `later` one.
  func filled(from later: EditBase) -> EditBase {
    var base = self
    base.name = name ?? later.name
    base.description = description ?? later.description
    base.price = price ?? later.price
    base.discountedPrice = discountedPrice ?? later.discountedPrice
    base.currency = currency ?? later.currency
    base.stock = stock ?? later.stock
    base.asOf = asOf ?? later.asOf
    return base
  }
}
