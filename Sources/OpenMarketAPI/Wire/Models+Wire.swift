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
    let id: ID = try object.id(.id)
    // Those below are the user's own listings that wait, which a server cannot have.
    guard id.rawValue >= 0 else { throw object.unusable(.id) }
    let vendorID: Vendor.ID = try object.id(.vendorID)
    let vendorName = object.optionalString(.vendorName)
    let name = try object.string(.name)
    let description = object.optionalString(.description)
    let thumbnail = object.optionalWebAddress(.thumbnail)
    let currency = object.optionalString(.currency).map(Currency.init)
    let price = try object.decimal(.price)
    let salePrice = object.optionalDecimal(.salePrice)
    let discount = try object.findDecimal(.discount)
    let stock = try object.count(.stock)
    let images: [ProductImage]? = object.optionalList(.images)
    var imageIDs: Set<ProductImage.ID> = []
    // Lists on a screen end the app at two of one number.
    let ownImages = images?.filter { imageIDs.insert($0.id).inserted }
    if ownImages?.count != images?.count {
      object.note(WireField.images.rawValue, "some have the number of another one, and are left out")
    }
    self.init(
      ProductFields(
        id: id, vendorID: vendorID, vendorName: vendorName, name: name, description: description,
        thumbnailAddress: thumbnail?.absoluteString, currency: currency, price: price,
        salePrice: salePrice, discount: discount, stock: stock,
        createdAt: object.optionalDate(.createdAt), updatedAt: object.optionalDate(.updatedAt),
        images: ownImages, vendor: object.optionalObject(.vendors),
        extra: object.extraFields(), decodingIssues: object.issues))
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
