public import Foundation

/// The changes that a vendor makes to a listing.
///
/// Only what is set is sent; the rest stays as it is.
///
/// With nothing set the server only renews the day of the last change, which moves the listing's date to
/// today. Photos cannot be changed.
public struct ProductChanges: Sendable, Hashable {
  /// The new name: at least 3 visible characters, at most 100 UTF-16 units.
  public var name: String?
  /// The new description: at least 10 visible characters, at most 1,000 UTF-16 units.
  public var description: String?
  /// The new price, 0 to 9·10¹⁵.
  public var price: Decimal?
  /// The new amount taken off the price, at most all of it.
  public var discount: Decimal?
  /// The new currency.
  public var currency: Currency?
  /// The new stock, at most 2,147,483,647; 0 marks it as sold.
  public var stock: Int?
  /// The picture that shall be the thumbnail, one of the product's own.
  public var thumbnailID: ProductImage.ID?
  /// New values of fields that are not among those of the contract; null takes a field away.
  public var extra = ExtraFields()

  /// Makes changes; nothing is checked yet.
  public init(
    name: String? = nil, description: String? = nil, price: Decimal? = nil,
    discount: Decimal? = nil, currency: Currency? = nil, stock: Int? = nil,
    thumbnailID: ProductImage.ID? = nil
  ) {
    self.name = name
    self.description = description
    self.price = price
    self.discount = discount
    self.currency = currency
    self.stock = stock
    self.thumbnailID = thumbnailID
  }

  /// Checks every rule that servers have for what is set.
  ///
  /// A discount is compared with a price only when both are set; otherwise the server does it.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public func validate() throws(ListingValidationError) {
    var check = ListingCheck()
    if let name { check.name(name) }
    if let description { check.description(description) }
    if let price { check.price(price) }
    if let discount { check.discount(discount, of: price) }
    if let currency { check.currency(currency) }
    if let stock { check.stock(stock) }
    check.extra(extra)
    try check.finish()
  }
}
