import Foundation

extension Product: Decodable, WireDecodable {
  /// Reads a product as either generation of servers sends it, from a list or by itself.
  ///
  /// Unusable optional values are read as absent.
  /// - Throws: `DecodingError` when its number, vendor, name, a price or the stock is absent or unusable.
  public init(from decoder: any Decoder) throws {
    var object = try WireObject(decoder)
    try self.init(from: &object)
  }

  init(from object: inout WireObject) throws {
    id = try object.id(.id)
    vendorID = try object.id(.vendorID)
    vendorName = object.optionalString(.vendorName)
    name = try object.string(.name)
    description = object.optionalString(.description)
    thumbnail = object.optionalWebAddress(.thumbnail)
    currency = object.optionalString(.currency).map(Currency.init)
    price = try object.decimal(.price)
    let salePrice = object.optionalDecimal(.salePrice)
    discount = try object.findDecimal(.discount) ?? salePrice.map { [price] in price - $0 } ?? 0
    self.salePrice = salePrice ?? price - discount
    stock = try object.count(.stock)
    createdAt = object.optionalDate(.createdAt)
    updatedAt = object.optionalDate(.updatedAt)
    images = object.optionalList(.images)
    vendor = object.optionalObject(.vendors)
    decodingIssues = object.issues
  }
}

extension ProductImage: WireDecodable {
  init(from object: inout WireObject) throws {
    id = try object.id(.id)
    url = try object.webAddress(.url)
    thumbnailURL = object.optionalWebAddress(.thumbnailURL)
    uploadedAt = object.optionalDate(.updatedAt)
  }
}

extension Vendor: WireDecodable {
  init(from object: inout WireObject) throws {
    id = try object.id(.id)
    name = try object.string(.name)
  }
}
