package import OpenMarketHTTP

/// A field of a listing that the vendor fills in.
public struct ListingField: Sendable, Hashable, NamedCode {
  /// The field's name, as in the documentation of the API.
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The name.
  public static let name = ListingField(rawValue: "name")
  /// The description.
  public static let description = ListingField(rawValue: "description")
  /// The price.
  public static let price = ListingField(rawValue: "price")
  /// The discount, as an amount.
  public static let discount = ListingField(rawValue: "discounted_price")
  /// The currency.
  public static let currency = ListingField(rawValue: "currency")
  /// The stock.
  public static let stock = ListingField(rawValue: "stock")
  /// All fields beyond the contract together.
  package static let extra = ListingField(rawValue: "extra")
  /// All photos together.
  public static let photos = ListingField(rawValue: "photos")
  /// One photo, counted from 0.
  public static func photo(_ index: Int) -> ListingField { ListingField(rawValue: "photos[\(index)]") }
}
