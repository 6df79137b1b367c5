import OpenMarketAPI
import OpenMarketStore

/// A search, of which each page gives the next one.
struct BenchmarkSearch {
  struct Page {
    let ids: [Product.ID]
    /// How many there are on all pages.
    let count: Int
    /// `nil` after the last.
    let next: BenchmarkSearch?
    let correction: SearchCorrection?
  }

  fileprivate var query: SearchQuery

  /// Makes a search; counts up to `counted` hits, or all with `nil`.
  init(
    _ text: String, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance, limit: Int = 20,
    counted: Int? = 1_000, isCorrected: Bool = true
  ) {
    query = SearchQuery(text, filter: filter, sort: sort, limit: limit)
    query.counting = counted.map(SearchQuery.Counting.upTo) ?? .exact
    query.correctsEmptyResults = isCorrected
  }
}

extension MarketStore {
  func find(_ search: BenchmarkSearch) async throws -> BenchmarkSearch.Page {
    let results = try await self.search(search.query)
    var next = search
    next.query.cursor = results.next
    return BenchmarkSearch.Page(
      ids: results.hits.map(\.id), count: results.count.number, next: results.next == nil ? nil : next,
      correction: results.correction)
  }
}
