import OpenMarketHTTP

/// Where a walk through all pages stands: the pages go in, what is new in them comes out.
///
/// Products that appear again, because new ones pushed them to a later page, are dropped. It ends after a
/// page that says it is the last, unless it is full and counts more pages, and at a 204 or an empty one. An empty one that
/// says that more follows is not the end, as all its products may be hidden: three of them are, where the server counts no
/// pages.
struct PageCursor {
  /// How many pages in a row may hold nothing new.
  ///
  /// Few can be nothing but products that were pushed back by new ones; many mean that the server ignores the
  /// page's number.
  private static let patience = 3
  /// How many empty pages in a row a server may have that counts more pages: their products may be hidden.
  private static let patienceForCounts = 50

  /// The number of the page to load; `nil` at the end.
  private(set) var nextPage: Int? = 1
  private var seen: Set<Product.ID> = []
  private var pagesWithoutProducts = 0
  private var emptyPages = 0

  /// Takes the page that was asked for.
  /// - Returns: The page without products seen before; `nil` when it lies past the end.
  /// - Throws: ``HTTPError`` with `invalidResponse` when the server seems to go on for ever.
  mutating func accept(_ page: ProductPage) throws(HTTPError) -> ProductPage? {
    guard let number = nextPage else { return nil }
    if page.hasNoEntries { return try acceptEmpty(page, number) }
    emptyPages = 0
    var fresh = page.withSurplus()
    let entries = fresh.products.count + page.decodingIssues.count { $0.outcome == .entrySkipped }
    fresh.products.removeAll { !seen.insert($0.id).inserted }
    pagesWithoutProducts = fresh.products.isEmpty ? pagesWithoutProducts + 1 : 0
    // Where following pages come along, those are not asked for; one that is not full ends with the list.
    let (step, isEnd) =
      page.surplus.isEmpty ? (1, false) : (max(1, entries / page.itemsPerPage), entries < page.limit)
    nextPage = page.mayHaveNext && !isEnd ? number + step : nil
    guard pagesWithoutProducts < Self.patience || nextPage == nil else {
      nextPage = nil
      throw HTTPError(
        .invalidResponse, "The server sends page after page without a product that was not there before.")
    }
    return fresh
  }

  /// Goes on where an empty page says that more follows, and does not count itself among those past the end.
  private mutating func acceptEmpty(_ page: ProductPage, _ number: Int) throws(HTTPError) -> ProductPage? {
    let isCounted = page.states("lastPage") || page.states("totalCount")
    let isSaid = page.states("hasNext")
    // A count may be that of other products than those of the search.
    let limit = isCounted && isSaid ? Self.patienceForCounts : Self.patience
    emptyPages += 1
    let mayGoOn = page.hasNext && emptyPages < limit && (!isCounted || number < page.lastPage)
    nextPage = mayGoOn ? number + 1 : nil
    if mayGoOn || number == 1 { return page }
    guard page.hasNext, isCounted, isSaid, number < page.lastPage else { return nil }
    throw HTTPError(.invalidResponse, "The server counts more pages, and sends one empty page after another.")
  }
}

extension ProductPage {
  /// Whether the server sent an empty list, not one of entries that could not be read.
  fileprivate var hasNoEntries: Bool {
    products.isEmpty && !decodingIssues.contains { $0.outcome == .entrySkipped }
  }
}
