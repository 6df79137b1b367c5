public import Foundation

/// A listing to sell, before it was sent to the server.
public struct NewListing: Sendable, Hashable {
  /// The title: at least 3 visible characters, at most 100 UTF-16 units.
  public var name: String
  /// The description: at least 10 visible characters, at most 1,000 UTF-16 units.
  public var description: String
  /// The price in ``currency``, 0 to 9·10¹⁵.
  public var price: Decimal
  /// The discount as an amount, at most ``price``.
  ///
  /// Default: 0.
  public var discount: Decimal
  /// The currency of the prices.
  ///
  /// Default: won.
  public var currency: Currency
  /// The number in stock, at most 2,147,483,647.
  ///
  /// Default: 1, as usual for second-hand goods.
  public var stock: Int
  /// The fields beyond the contract, sent with the others.
  ///
  /// Default: none.
  public var extra = ExtraFields()

  /// Makes a listing without validation.
  public init(
    name: String, description: String, price: Decimal, discount: Decimal = 0,
    currency: Currency = .krw, stock: Int = 1
  ) {
    self.name = name
    self.description = description
    self.price = price
    self.discount = discount
    self.currency = currency
    self.stock = stock
  }

  /// Validates the listing against every rule that servers have.
  /// - Parameters:
  ///   - photos: The listing's photos. Files are read.
  ///   - photoBudget: The limit for all photos together, in bytes; `nil` for only that of each.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public func validate(photos: [PhotoUpload], photoBudget: Int? = nil) throws(ListingValidationError) {
    _ = try validated(photos: photos, photoBudget: photoBudget)
  }

  /// Checks every rule but those for the photos' contents.
  /// - Parameter photoCount: How many photos there are; `nil` leaves that aside.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  package func validateFields(photoCount: Int? = nil) throws(ListingValidationError) {
    var check = ListingCheck()
    check.fields(ProductChanges(self))
    if let photoCount { check.photoCount(photoCount) }
    try check.finish()
  }

  /// - Throws: ``ListingValidationError`` when a listing cannot have so many photos.
  package static func validatePhotoCount(_ number: Int) throws(ListingValidationError) {
    var check = ListingCheck()
    check.photoCount(number)
    try check.finish()
  }

  /// The photos' bytes, once everything is as it should be.
  func validated(photos: [PhotoUpload], photoBudget: Int?) throws(ListingValidationError) -> [CheckedPhoto] {
    var check = ListingCheck()
    check.fields(ProductChanges(self))
    check.photoCount(photos.count)
    let loaded = check.photos(photos, budget: photoBudget)
    try check.finish()
    return loaded
  }
}
