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
    discount = try object.decimal(.discount)
    salePrice = object.optionalDecimal(.salePrice) ?? price - discount
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

extension ProductPage: Decodable {
  /// Reads a page as either generation of servers sends it.
  ///
  /// Entries that cannot be read are left out of ``products``.
  /// - Throws: `DecodingError` when one of the page's own fields is absent or unusable.
  public init(from decoder: any Decoder) throws {
    var object = try WireObject(decoder)
    page = try object.count(.pageNo)
    itemsPerPage = try object.count(.itemsPerPage)
    totalCount = try object.count(.totalCount)
    offset = try object.count(.offset)
    limit = try object.count(.limit)
    lastPage = try object.count(.lastPage)
    hasNext = try object.bool(.hasNext)
    hasPrevious = try object.bool(.hasPrevious)
    products = try object.list(.pages)
    decodingIssues = object.issues
  }
}
