package import OpenMarketAPI

/// The hits of a search that is displayed as a list, as far as they are known, and how many are to be asked for.
///
/// A few pages of them at the top, since most readers look no further; all others when the reader has come to their end.
package struct SearchFeedHits: Sendable {
  /// The most hits of one search.
  static let limit = 200
  /// Pages that are asked for at the top.
  private static let pages = 3

  /// How often the list was begun anew.
  private(set) var top = 0
  private var products: [Product] = []
  private var isWhole = false
  private let pageSize: Int
  private let firstCount: Int

  /// - Parameters:
  ///   - pageSize: How many products the list asks for at its top.
  ///   - isServersOrder: Whether the server's first matches are the search's; otherwise all are looked through at once.
  package init(pageSize: Int, isServersOrder: Bool) {
    self.pageSize = min(max(1, pageSize), 100)
    firstCount = isServersOrder ? min(self.pageSize * Self.pages, Self.limit) : Self.limit
  }

  /// Whether nothing was found yet, nor that there is nothing.
  var isUnread: Bool { products.isEmpty && !isWhole }

  /// Returns the hits to go on with: none when the top of the list is asked for, which begins it anew as soon as it is found.
  package mutating func begin(with window: ListWindow) -> SearchFeedHits {
    guard window == ListWindow(page: 1, size: pageSize) else { return self }
    top += 1
    var anew = self
    (anew.products, anew.isWhole) = ([], false)
    return anew
  }

  /// The number of hits to search for; `nil` when those that are known fill the window.
  package func limit(for window: ListWindow) -> Int? {
    guard !isWhole, window.end > products.count else { return nil }
    return window.end <= firstCount ? firstCount : Self.limit
  }

  /// Takes the hits of a search for `limit`: those that are new follow the others.
  package mutating func append(_ found: [Product], of limit: Int) {
    let known = Set(products.map(\.id))
    products += found.filter { !known.contains($0.id) }
    isWhole = found.count < limit || limit == Self.limit
  }

  /// The part of the hits that a window shows.
  package func page(_ window: ListWindow) -> ProductPage {
    ProductPage(
      page: window.page, itemsPerPage: window.size, totalCount: products.count, offset: window.start,
      limit: window.size, lastPage: (products.count + window.size - 1) / window.size,
      hasNext: window.end < products.count || !isWhole, hasPrevious: window.page > 1,
      products: Array(products.dropFirst(window.start).prefix(window.size)))
  }
}
