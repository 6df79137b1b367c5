public import Foundation

/// A vendor's changes to a listing.
///
/// Only fields that are set are sent; the others stay unchanged.
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
  /// The new discount as an amount, at most the price.
  public var discount: Decimal?
  /// The new currency.
  public var currency: Currency?
  /// The new stock, at most 2,147,483,647; 0 marks it as sold.
  public var stock: Int?
  /// The new thumbnail, one of the product's own pictures.
  public var thumbnailID: ProductImage.ID?
  /// The new values of fields beyond the contract; null removes a field.
  public var extra = ExtraFields()

  /// Makes changes without validation.
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

  package init(_ listing: NewListing) {
    self.init(
      name: listing.name, description: listing.description, price: listing.price,
      discount: listing.discount, currency: listing.currency, stock: listing.stock)
    extra = listing.extra
  }

  /// Validates the fields that are set against every rule that servers have.
  ///
  /// A discount is compared with a price only when both are set; otherwise the server does it.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public func validate() throws(ListingValidationError) {
    var check = ListingCheck()
    check.fields(self)
    try check.finish()
  }
}
