public import OpenMarketHTTP

extension MarketClient {
  /// Checks whether the server is healthy.
  /// - Returns: The server's report about itself; ``ServerHealth/ok`` when all is well.
  package func health(options: RequestOptions = RequestOptions()) async throws -> ServerHealth {
    try await send(Endpoints.Health(), options: options)
  }

  /// Reads one page of products, newest first.
  ///
  /// - Parameters:
  ///   - page: The page's number, 1 to 2147483647. One past the last is an empty page.
  ///   - size: The number of products on a page, 1 to 1000.
  ///   - matching: The text to find in the name, the description or the vendor's name; `nil` or
  ///     empty for all products.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The page.
  /// - Throws: `HTTPError`; with `invalidInput`, before anything is sent, when a number is out of range.
  public func products(
    page: Int = 1, size: Int = 20, matching: String? = nil, options: RequestOptions = RequestOptions()
  ) async throws -> ProductPage {
    try await send(Endpoints.ListProducts(page: page, size: size, matching: matching), options: options)
  }

  /// Reads one page together with what the server sends along, as one part of the list.
  package func window(
    page: Int, size: Int, matching: String? = nil, options: RequestOptions
  ) async throws -> ProductPage {
    try await products(page: page, size: size, matching: matching, options: options).withSurplus()
  }

  /// Returns all pages of products, newest first, each loaded on demand.
  ///
  /// - Parameters:
  ///   - size: The number of products on a page, 1 to 1000; more where the server sends following pages along.
  ///   - matching: The text to find in the name, the description or the vendor's name; `nil` or
  ///     empty for all products.
  ///   - options: Overrides of the configuration for these calls.
  /// - Returns: The pages up to the last, each loaded on demand, without the products that an earlier one
  ///   has shown. It ends after a page that says it is the last, and at an empty one unless that says that more follows. A
  ///   server that keeps sending pages without anything new ends it with an `HTTPError` of code `invalidResponse`.
  public func pages(
    size: Int = 100, matching: String? = nil, options: RequestOptions = RequestOptions()
  ) -> some AsyncSequence<ProductPage, any Error> & Sendable {
    ProductPages(client: self, size: size, matching: matching, options: options)
  }

  /// Reads one product with its pictures and vendor.
  /// - Throws: `HTTPError`; with `notFound` when there is none of this number, or not any more.
  public func product(
    _ id: Product.ID, options: RequestOptions = RequestOptions()
  ) async throws -> Product {
    try await send(Endpoints.ProductDetail(id), options: options)
  }

  /// Reads product names and words that begin with `prefix`, the most frequent first.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the names and words; case is ignored.
  ///   - limit: The maximum number of suggestions, 1 to 50.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The suggestions, at most `limit`.
  /// - Throws: `HTTPError`; with `notFound` from servers that do not offer this.
  public func suggestions(
    for prefix: String, limit: Int = 10, options: RequestOptions = RequestOptions()
  ) async throws -> [String] {
    try await send(Endpoints.Suggestions(for: prefix, limit: limit), options: options)
  }
}
