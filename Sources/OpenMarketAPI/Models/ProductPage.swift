/// One page of a list of products, newest first.
///
/// Between two calls products come and go, which shifts later pages: expect a product to appear twice
/// or not at all. ``MarketClient/pages(size:matching:options:)`` drops the repeated ones.
public struct ProductPage: Sendable, Hashable {
  /// The page's number, from 1.
  public var page: Int
  /// How many products a full page has.
  package var itemsPerPage: Int
  /// The number of products in the whole list.
  public var totalCount: Int
  /// How many products come before this page.
  package var offset: Int
  /// How many products this page may have.
  package var limit: Int
  /// The number of the last page; 0 when the list is empty.
  package var lastPage: Int
  /// Whether another page follows.
  public var hasNext: Bool
  /// Whether a page comes before.
  package var hasPrevious: Bool
  /// The products that could be decoded.
  public var products: [Product]
  /// The products of the following pages that came along, as the original market sent them.
  package internal(set) var surplus: [Product] = []
  /// Everything on this page that could not be used: entries left out of ``products``, and dates and other
  /// optional values dropped from those displayed.
  package var decodingIssues: [DecodingIssue]
  /// The parts of the response that could not be used, each as `path: reason`, for a log.
  ///
  /// Usually empty.
  package var issues: [String] { decodingIssues.map(\.description) }

  /// Makes a page of a list of your own, such as the user's favourites.
  /// - Parameters:
  ///   - page: The page's number, from 1; lower ones count as 1.
  ///   - size: How many products a full page has, 1 or more.
  ///   - products: The products of this page.
  ///   - totalCount: The number of products in the whole list.
  public init(page: Int, size: Int, products: [Product], totalCount: Int) {
    let (page, size, totalCount) = (max(1, page), max(1, size), max(0, totalCount))
    let lastPage = totalCount / size + (totalCount % size > 0 ? 1 : 0)
    let offset = (page - 1).asPageCount * size.asPageCount
    self.init(
      page: page, itemsPerPage: size, totalCount: totalCount, offset: offset, limit: size, lastPage: lastPage,
      hasNext: page < lastPage, hasPrevious: page > 1, products: products)
  }

  package init(
    page: Int, itemsPerPage: Int, totalCount: Int, offset: Int, limit: Int, lastPage: Int,
    hasNext: Bool, hasPrevious: Bool, products: [Product], issues: [DecodingIssue] = []
  ) {
    self.page = page.asPageCount
    self.itemsPerPage = itemsPerPage.asPageCount
    self.totalCount = totalCount.asPageCount
    self.offset = offset.asPageCount
    self.limit = limit.asPageCount
    self.lastPage = lastPage.asPageCount
    self.hasNext = hasNext
    self.hasPrevious = hasPrevious
    self.products = products
    decodingIssues = issues
  }
}

extension ProductPage {
  /// This page with all that came along, as a longer part of the list.
  package func withSurplus() -> ProductPage {
    var page = self
    page.products += surplus
    page.surplus = []
    return page
  }

  /// Whether the response had a body; without, it proves nothing about what there is.
  package var hasBody: Bool { !decodingIssues.contains(.noBody) }

  /// Whether another page may follow: a server that denies it of a full page, and states more pages, contradicts itself.
  package var mayHaveNext: Bool {
    let count =
      products.count + surplus.count + decodingIssues.count { $0.outcome == .entrySkipped }
    return hasNext || states("lastPage") && !products.isEmpty && page < lastPage && count >= itemsPerPage
  }

  /// Whether it was the server that said the value of a field, such as `lastPage`.
  package func states(_ field: String) -> Bool {
    !decodingIssues.contains { $0.outcome == .valueInferred && $0.path == field }
  }

  /// Whether it was the server that said how long the list is and whether more follows.
  package var statesCounts: Bool {
    let harmless = ["lastPage", "offset", "limit", "hasPrev"]
    return !decodingIssues.contains { $0.outcome == .valueInferred && !harmless.contains($0.path) }
  }

  /// Returns the meaning of a 204 for a page past the end: nothing here and nothing after.
  ///
  /// Such a response carries no counts, so all of them are 0.
  package static func pastTheEnd(page: Int, itemsPerPage: Int) -> ProductPage {
    ProductPage(
      page: page, itemsPerPage: itemsPerPage, totalCount: 0, offset: 0, limit: itemsPerPage,
      lastPage: 0, hasNext: false, hasPrevious: page > 1, products: [])
  }
}

extension Int {
  /// As a number of a page: a server, or a file, may hold any, and the product of two must not overflow.
  var asPageCount: Int { Swift.min(Swift.max(0, self), Int(Int32.max)) }
}
