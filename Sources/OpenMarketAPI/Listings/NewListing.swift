public import Foundation

/// A listing that a vendor wants to sell, before the server has seen it.
public struct NewListing: Sendable, Hashable {
  /// The title: at least 3 visible characters, at most 100 UTF-16 units.
  public var name: String
  /// The description: at least 10 visible characters, at most 1,000 UTF-16 units.
  public var description: String
  /// The price in ``currency``, 0 to 9·10¹⁵.
  public var price: Decimal
  /// The amount taken off ``price``, at most all of it.
  ///
  /// Default: nothing.
  public var discount: Decimal
  /// The currency of the prices.
  ///
  /// Default: won.
  public var currency: Currency
  /// How many there are, at most 2,147,483,647.
  ///
  /// Default: 1, as usual for second-hand goods.
  public var stock: Int
  /// Fields that are not among those of the contract, sent beside them.
  ///
  /// Default: none.
  public var extra = ExtraFields()

  /// Makes a listing; nothing is checked yet.
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

  /// Checks every rule that servers have for a listing.
  /// - Parameters:
  ///   - photos: The photos that go with it. Files are read.
  ///   - photoBudget: The most bytes that all photos together may have; `nil` for no limit but that of each.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public func validate(photos: [PhotoUpload], photoBudget: Int? = nil) throws(ListingValidationError) {
    _ = try validated(photos: photos, photoBudget: photoBudget)
  }

  /// Checks every rule but those for the photos' contents.
  /// - Parameter photoCount: How many photos there are; `nil` leaves that aside.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  package func validateFields(photoCount: Int? = nil) throws(ListingValidationError) {
    var check = ListingCheck()
    check.fields(self)
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
    check.fields(self)
    check.photoCount(photos.count)
    let loaded = check.photos(photos, budget: photoBudget)
    try check.finish()
    return loaded
  }
}
