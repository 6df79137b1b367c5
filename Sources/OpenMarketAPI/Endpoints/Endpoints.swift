public import OpenMarketHTTP

/// The calls of the marketplace API, as values: `client.send(Endpoints.products(page: 1, size: 20))`.
public enum Endpoints {
  /// Asks whether the server is well: `GET /healthChecker`.
  public static var health: some GetRequest<ServerHealth> { Health() }

  /// Reads one page of all products, or of those that match a text: `GET /api/products`.
  /// - Parameters:
  ///   - page: The page's number, 1 to 2147483647.
  ///   - size: How many products a page has, 1 to 1000.
  ///   - matching: The text that the name, the description or the vendor's name shall contain, in any
  ///     case and with its spaces; `nil` or empty for all products.
  /// - Returns: The call.
  /// - Throws: `HTTPError` with `invalidInput` when a number is out of range.
  public static func products(
    page: Int = 1, size: Int = 20, matching: String? = nil
  ) throws(HTTPError) -> some GetRequest<ProductPage> {
    try ListProducts(page: page, size: size, matching: matching)
  }

  /// Reads one product with its pictures and vendor: `GET /api/products/{id}`.
  public static func product(_ id: Product.ID) -> some GetRequest<Product> { ProductDetail(id) }

  /// Reads product names and words that begin with a text: `GET /api/suggestions`.
  ///
  /// An extension of our server; others respond with 404.
  /// - Parameters:
  ///   - prefix: What the suggestions begin with; an empty text has none.
  ///   - limit: How many are wanted at most, 1 to 50.
  /// - Returns: The call.
  /// - Throws: `HTTPError` with `invalidInput` when `limit` is out of range.
  public static func suggestions(
    for prefix: String, limit: Int = 10
  ) throws(HTTPError) -> some GetRequest<[String]> {
    try Suggestions(for: prefix, limit: limit)
  }

  /// Lists a new product with its photos: `POST /api/products`.
  /// - Parameters:
  ///   - listing: What is listed. Its texts are sent in composed form (NFC).
  ///   - photos: 1 to 5 photos, the first of which becomes the thumbnail. Files are read now.
  ///   - photoBudget: The most bytes that all photos together may have; `nil` for no limit but that of
  ///     each.
  ///   - credentials: Who lists it.
  /// - Returns: The call.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public static func sell(
    _ listing: NewListing, photos: [PhotoUpload], photoBudget: Int? = nil, as credentials: VendorCredentials
  ) throws(ListingValidationError) -> some PostRequest<Product> {
    try SellProduct(listing, photos: photos, photoBudget: photoBudget, as: credentials)
  }

  /// Changes one of the vendor's own products: `PATCH /api/products/{id}`.
  /// - Parameters:
  ///   - id: The product's number.
  ///   - changes: What is sent; all else stays as it is. Texts are sent in composed form (NFC).
  ///   - credentials: Who owns it.
  /// - Returns: The call.
  /// - Throws: ``ListingValidationError`` with all broken rules.
  public static func edit(
    _ id: Product.ID, _ changes: ProductChanges, as credentials: VendorCredentials
  ) throws(ListingValidationError) -> some PatchRequest<Product> {
    try EditProduct(id, changes, as: credentials)
  }

  /// Asks for permission to delete one of the vendor's own products, the first of two steps:
  /// `POST /api/products/{id}/archived`.
  ///
  /// It changes nothing by itself, and every call gives a new key.
  public static func archive(
    _ id: Product.ID, as credentials: VendorCredentials
  ) -> some PostRequest<DeletionKey> {
    ArchiveProduct(id, as: credentials)
  }

  /// Deletes a product with the key from the first step: `DELETE /api/products/{id}`, where the key takes the
  /// place of the id.
  ///
  /// The response is the product as it was; `nil` when the server did not send it, though it has deleted it.
  public static func delete(
    _ key: DeletionKey, as credentials: VendorCredentials
  ) -> some DeleteRequest<Product?> {
    DeleteArchived(key, as: credentials)
  }
}
