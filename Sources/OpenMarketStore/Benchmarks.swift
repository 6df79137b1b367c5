public import Foundation
public import OpenMarketAPI

// What the benchmarks call, and no app needs.

extension MarketStore {
  /// Saves products as a sync (`isSynced`) or as a read does.
  @_spi(Benchmarks) public func saveAll(
    _ products: [Product], fetchedAt date: Date, isSynced: Bool = false
  ) async throws {
    try await save(products, fetchedAt: date, retention: isSynced ? .synced : .cached)
  }

  /// Reads one product by its number.
  @_spi(Benchmarks) public func oneProduct(_ id: Product.ID) async throws -> Product? {
    try await product(id)?.product
  }

  /// Reads products by their numbers.
  @_spi(Benchmarks) public func allProducts(_ ids: [Product.ID]) async throws -> [Product] {
    try await products(ids).map(\.product)
  }

  /// Reads the newest products below one.
  @_spi(Benchmarks) public func newestProducts(before last: Product.ID? = nil, limit: Int) async throws
    -> [Product]
  {
    try await newest(before: last, limit: limit).map(\.product)
  }

  /// Opens the store of a folder, with the defaults.
  @_spi(Benchmarks) public convenience init(at folder: URL) throws { try self.init(folder: folder) }

  /// Closes the store.
  @_spi(Benchmarks) public func end() throws { try close() }

  /// Searches the names of the stored products.
  @_spi(Benchmarks) public func find(_ search: BenchmarkSearch) async throws -> BenchmarkSearch.Page {
    let results = try await self.search(search.query)
    var next = search
    next.query.cursor = results.next
    return BenchmarkSearch.Page(
      ids: results.hits.map(\.id), count: results.count.number, next: results.next == nil ? nil : next,
      correction: results.correction)
  }

  /// How many texts complete another; with `asTyped`, as it stands.
  @_spi(Benchmarks) public func completionCount(
    for text: String, asTyped: Bool = false
  ) async throws -> Int {
    let keys = TypedKeys(text, withSlips: !asTyped)
    return try await readCacheAtOnce { try SuggestionLookup.suggestions(for: keys, limit: 10, in: $0).count }
  }

  /// Brings the suggestions up to date.
  @_spi(Benchmarks) public func bringSuggestionsUpToDate() async throws { try await updateSuggestions() }

  /// Stores a photo's bytes as they are.
  @_spi(Benchmarks) public func addPhoto(_ data: Data, fileName: String) async throws -> StoredPhoto {
    try await storePhoto(data, fileName: fileName)
  }

  /// The number of writes that are not finished.
  @_spi(Benchmarks) public func pendingCount() async throws -> Int { try await openSubmissionCount() }
}

/// A search of a benchmark.
@_spi(Benchmarks) public struct BenchmarkSearch: Sendable {
  /// The result.
  @_spi(Benchmarks) public struct Page: Sendable {
    /// The products found.
    public let ids: [Product.ID]
    /// How many there are on all pages.
    public let count: Int
    /// For the next page; `nil` after the last.
    public let next: BenchmarkSearch?
    /// The correction of the text.
    public let correction: SearchCorrection?
  }

  var query: SearchQuery

  /// Makes a search; counts up to `counted` hits, or all with `nil`.
  public init(
    _ text: String, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance, limit: Int = 20,
    counted: Int? = 1_000,
    isCorrected: Bool = true
  ) {
    query = SearchQuery(text, filter: filter, sort: sort, limit: limit)
    query.counting = counted.map(SearchQuery.Counting.upTo) ?? .exact
    query.correctsEmptyResults = isCorrected
  }
}
