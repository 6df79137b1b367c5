import Foundation

extension Product: Decodable, WireDecodable {
  private enum Keys {
    static let id = WireKey("id")
    static let vendorID = WireKey("vendor_id", twin: "vendorId")
    static let vendorName = WireKey("vendorName", twin: "vendor_name")
    static let name = WireKey("name")
    static let description = WireKey("description")
    static let thumbnail = WireKey("thumbnail")
    static let currency = WireKey("currency")
    static let price = WireKey("price")
    static let bargainPrice = WireKey("bargain_price", twin: "bargainPrice")
    static let discountedPrice = WireKey("discounted_price", twin: "discountedPrice")
    static let stock = WireKey("stock")
    static let createdAt = WireKey("created_at", twin: "createdAt")
    static let issuedAt = WireKey("issued_at", twin: "issuedAt")
    static let images = WireKey("images")
    static let vendors = WireKey("vendors")
  }

  /// Reads a product as either generation of servers sends it, from a list or by itself.
  ///
  /// Unusable optional values are read as absent and noted in ``issues``.
  /// - Throws: `DecodingError` when its number, vendor, name, a price or the stock is absent or unusable.
  public init(from decoder: any Decoder) throws {
    var object = try WireObject(decoder)
    try self.init(from: &object)
  }

  init(from object: inout WireObject) throws {
    id = try object.id(Keys.id)
    vendorID = try object.id(Keys.vendorID)
    vendorName = object.optionalString(Keys.vendorName)
    name = try object.string(Keys.name)
    description = object.optionalString(Keys.description)
    thumbnail = object.optionalWebAddress(Keys.thumbnail)
    currency = object.optionalString(Keys.currency).map(Currency.init)
    price = try object.decimal(Keys.price)
    discountedPrice = try object.decimal(Keys.discountedPrice)
    bargainPrice = object.optionalDecimal(Keys.bargainPrice) ?? price - discountedPrice
    stock = try object.count(Keys.stock)
    createdAt = object.optionalDate(Keys.createdAt)
    issuedAt = object.optionalDate(Keys.issuedAt)
    images = object.optionalList(Keys.images)
    vendor = object.optionalObject(Keys.vendors)
    issues = object.issues
  }
}
