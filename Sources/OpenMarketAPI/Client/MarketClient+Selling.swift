import Foundation
public import OpenMarketHTTP
import OpenMarketPacing

// Each write carries an idempotency key: the caller's, so that the same intention can be sent again after a
// crash, or else a random one, which covers the attempts of one call.
//
// Each asks for the credentials when it is sent, and is sent once more when the server refuses those and
// there are others: see `CredentialsUse`.

extension MarketClient {
  /// Lists a new product.
  ///
  /// If the response is lost, the product may be listed or not. The call is retried only
  /// when the server is said to honour idempotency keys; otherwise it throws, and the caller looks whether the product
  /// is there.
  ///
  /// - Parameters:
  ///   - listing: The listing to sell.
  ///   - photos: 1 to 5 photos, JPEG or PNG, each smaller than 300,000 bytes. The first becomes the
  ///     thumbnail. Files are read before anything is sent.
  ///   - photoBudget: The limit for all photos together, in bytes; `nil` for only that of each.
  ///   - options: Overrides of the configuration for this call, such as an idempotency key of the caller's.
  /// - Returns: The product as stored by the server.
  /// - Throws: ``ListingValidationError`` with all broken rules, before anything is sent; `HTTPError`, with
  ///   `unauthorized` without credentials.
  public func sell(
    _ listing: NewListing, photos: [PhotoUpload], photoBudget: Int? = nil,
    options: RequestOptions = RequestOptions()
  ) async throws -> Product {
    try await sell(options) {
      try Endpoints.SellProduct(listing, photos: photos, photoBudget: photoBudget, as: $0)
    }
  }

  /// Lists a new product whose photos were checked before.
  ///
  /// - Parameters:
  ///   - listing: The listing to sell.
  ///   - photos: 1 to 5 photos.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The product as stored by the server.
  /// - Throws: As of ``sell(_:photos:photoBudget:options:)``. Without idempotency keys nothing is sent again under
  ///   other credentials: then the refusal has ``CredentialsReplaced`` as its cause.
  package func sell(
    _ listing: NewListing, loaded photos: [CheckedPhoto], options: RequestOptions
  ) async throws -> Product {
    try await sell(options, isResent: serverHonoursIdempotencyKeys) {
      try Endpoints.SellProduct(listing, loaded: photos, as: $0)
    }
  }

  private func sell(
    _ options: RequestOptions, isResent: Bool = true,
    _ call: (VendorCredentials) throws -> Endpoints.SellProduct
  ) async throws -> Product {
    var vendor = try await vendor()
    let options = options.forWrite(isRepeatable: serverHonoursIdempotencyKeys)
    let product = try await vendor.send(isResent: isResent) { try await send(call($0), options: options) }
    await session?.learn(product.vendor)
    return product
  }

  /// Changes one of the vendor's own products.
  ///
  /// Fields that `changes` does not set stay as they are.
  ///
  /// Setting the same values twice does no harm, so the call is retried when its response was lost.
  ///
  /// - Parameters:
  ///   - id: The product's number.
  ///   - changes: The fields to change.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The product as now stored by the server.
  /// - Throws: ``ListingValidationError`` with all broken rules, before anything is sent; `HTTPError`, with
  ///   `unauthorized` without credentials.
  public func edit(
    _ id: Product.ID, _ changes: ProductChanges, options: RequestOptions = RequestOptions()
  ) async throws -> Product {
    var vendor = try await vendor()
    let options = options.forWrite(isRepeatable: true)
    let product = try await vendor.send {
      try await send(Endpoints.EditProduct(id, changes, as: $0), options: options)
    }
    await session?.learn(product.vendor)
    return product
  }

  /// Marks one of the vendor's own products as sold: sets its stock to 0 and changes nothing else.
  public func markSold(
    _ id: Product.ID, options: RequestOptions = RequestOptions()
  ) async throws -> Product {
    try await edit(id, ProductChanges(stock: 0), options: options)
  }

  /// Deletes one of the vendor's own products, in the two steps of the API.
  ///
  /// When the response to the second step is lost, it is sent again; if the server then says that there is no
  /// such product, an earlier attempt has deleted it, which is what was wanted: the call succeeds. A product
  /// that is not there at the first step is an error.
  ///
  /// - Parameters:
  ///   - id: The product's number.
  ///   - options: Overrides of the configuration for both steps. An idempotency key of at most 253
  ///     characters gets a suffix for each step, so that the whole deletion can be sent again.
  /// - Returns: The product as it was; `nil` when the server did not send it.
  /// - Throws: `HTTPError`; with `unauthorized` without credentials, before anything is sent.
  @discardableResult
  public func delete(
    _ id: Product.ID, options: RequestOptions = RequestOptions()
  ) async throws -> Product? {
    var vendor = try await vendor()
    let options = options.forWrite(isRepeatable: true)
    let key = try await vendor.send {
      try await send(Endpoints.ArchiveProduct(id, as: $0), options: options.step(1))
    }
    do {
      return try await vendor.send {
        try await send(Endpoints.DeleteArchived(key, as: $0), options: options.step(2))
      }
    } catch let error as HTTPError where error.code == .notFound && error.attempts > 1 {
      return nil  // An earlier attempt may have done it.
    }
  }

  private func vendor() async throws -> CredentialsUse {
    if let session { return try await session.begin() }
    throw HTTPError(.unauthorized, "Selling needs a vendor's credentials: make the client with them.")
  }
}

extension RequestOptions {
  /// The same with an idempotency key, a random one unless it has one already.
  ///
  /// Whether the write may be retried is up to `isRepeatable`, unless the caller has decided it.
  fileprivate func forWrite(isRepeatable: Bool) -> RequestOptions {
    var options = self
    options.idempotencyKey = idempotencyKey ?? UUID.random().uuidString
    options.isRepeatable = self.isRepeatable ?? isRepeatable
    return options
  }

  /// The same with the key of one step of a write that takes several.
  fileprivate func step(_ number: Int) -> RequestOptions {
    var options = self
    options.idempotencyKey = idempotencyKey.map { "\($0).\(number)" }
    return options
  }
}
