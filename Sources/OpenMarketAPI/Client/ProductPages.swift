import OpenMarketHTTP

/// All pages of a list of products, each loaded when it is asked for.
///
/// Products that appear again, because new ones pushed them to a later page, are dropped. It ends after a
/// page that says it is the last, unless it is full and counts more pages, and at a 204 or an empty one. An empty one that
/// says that more follows is not the end, as all its products may be hidden: three of them are, where the server counts no
/// pages. A server that keeps sending pages without anything new ends it with an `HTTPError` of code
/// `invalidResponse`, so it never goes on for ever. Remembers the number of each product seen.
package struct ProductPages: AsyncSequence, Sendable {
  /// A page, without the products that an earlier one has shown.
  package typealias Element = ProductPage

  let client: MarketClient
  let size: Int
  let matching: String?
  let options: RequestOptions

  /// Begins at the first page.
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
