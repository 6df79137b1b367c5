import OpenMarketHTTP

/// All pages of a list of products, each loaded when it is asked for; ``PageCursor`` decides where they end.
package struct ProductPages: AsyncSequence, Sendable {
  /// A page, without the products that an earlier one has shown.
  package typealias Element = ProductPage

  let client: MarketClient
  let size: Int
  let matching: String?
  let options: RequestOptions

  package func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// One walk through the pages.
  package struct Iterator: AsyncIteratorProtocol {
    private let pages: ProductPages
    private var cursor = PageCursor()

    fileprivate init(pages: ProductPages) { self.pages = pages }

    /// Loads the next page; `nil` after the last.
    ///
    /// Asking again after a failure loads the same page again.
    /// - Throws: `HTTPError`, or `CancellationError` when the calling task was cancelled.
    package mutating func next() async throws -> ProductPage? {
      guard let number = cursor.nextPage else { return nil }
      let page = try await pages.client.products(
        page: number, size: pages.size, matching: pages.matching, options: pages.options)
      return try cursor.accept(page)
    }
  }
}
