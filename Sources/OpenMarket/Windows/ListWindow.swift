import OpenMarketHTTP

/// One page of some size, seen as what it is: a window on the places `start..<end` of the server's list.
package struct ListWindow: Sendable, Hashable {
  /// The page's number, from 1.
  package var page: Int
  /// How many places it covers.
  package var size: Int

  package init(page: Int, size: Int) { (self.page, self.size) = (page, size) }

  /// The first place it covers; the newest product has place 0.
  var start: Int { (page - 1) * size }
  /// The place after the last it covers.
  var end: Int { page * size }
}

/// The properties of a page that a planner needs.
struct WindowResponse: Sendable, Hashable {
  /// The products, in the order of the server, none twice.
  var ids: [Product.ID]
  /// How many entries could not be read.
  var skippedCount = 0
  /// How many entries the server says that a page has; `nil` when it does not say.
  var statedSize: Int?
  /// Whether the server says that more follows; `nil` when it does not say.
  var hasNext: Bool?
  /// How many products the server says that the list has; `nil` when it does not say. Never trusted, only tried.
  var totalCount: Int?

  /// How many places of the list the response shows.
  var entryCount: Int { ids.count + skippedCount }
}

extension WindowResponse {
  init(_ page: ProductPage) {
    self.init(
      ids: page.products.map(\.id), skippedCount: page.skippedEntryCount,
      statedSize: page.products.isEmpty ? nil : page.itemsPerPage, hasNext: page.statedHasNext,
      totalCount: page.states("totalCount") ? page.totalCount : nil)
  }
}

extension ProductPage {
  /// Whether another page follows; `nil` when the server does not say, or says so of a page that it does not count.
  fileprivate var statedHasNext: Bool? {
    if states("hasNext") { return mayHaveNext }
    guard states("lastPage"), page <= lastPage else { return nil }
    return page < lastPage ? true : states("totalCount") ? nil : false
  }

  /// The page itself, for those who conclude something from what is not there.
  /// - Throws: ``HTTPError`` with `invalidResponse` when the response had no body.
  func withBody() throws(HTTPError) -> ProductPage {
    guard hasBody else {
      throw HTTPError(.invalidResponse, "The response has no body, which does not say that the list ends.")
    }
    return self
  }

  /// The same without the products that it shows a second time.
  func withoutDuplicates() -> ProductPage {
    var ids: Set<Product.ID> = []
    var page = self
    page.products.removeAll { !ids.insert($0.id).inserted }
    return page
  }

  /// How many entries of this page are not in `products`, because they could not be read.
  var skippedEntryCount: Int { decodingIssues.count { $0.outcome == .entrySkipped } }
}
