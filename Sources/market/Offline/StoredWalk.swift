import OpenMarket

/// Walks through what is stored, or through what a search finds in it, from the beginning, any number at a time.
struct StoredWalk {
  /// The most that a search gives at a time.
  private static let longestSearch = 200

  let reader: StoreReader
  /// What is searched for, with how many to count; `nil` for all products, newest first.
  let query: SearchQuery?
  let filter: ProductFilter

  /// How many there are; known after a step of a search.
  private(set) var count: HitCount?
  /// What was searched for instead; known after a step of a search.
  private(set) var correction: SearchCorrection?
  private(set) var isAtEnd = false
  private var last: StoredProduct.ID?
  private var cursor: SearchCursor?

  /// Begins before all that `filter` lets through.
  init(_ reader: StoreReader, filter: ProductFilter) {
    (self.reader, self.filter, query) = (reader, filter, nil)
  }

  /// Begins before all that `query` finds.
  init(_ reader: StoreReader, _ query: SearchQuery) {
    (self.reader, self.query, filter) = (reader, query, query.filter)
  }

  /// The next `limit`; fewer at the end.
  mutating func next(_ limit: Int) throws -> [SearchHit] {
    guard let query else {
      let products = isAtEnd ? [] : try reader.newest(before: last, limit: limit, filter: filter)
      isAtEnd = products.count < limit
      last = products.last?.id ?? last
      return products.map { SearchHit(stored: $0, matches: []) }
    }
    var hits: [SearchHit] = []
    while hits.count < limit, !isAtEnd {
      var query = query
      query.limit = min(limit - hits.count, Self.longestSearch)
      query.cursor = cursor
      let results = try reader.search(query)
      if count == nil { (count, correction) = (results.count, results.correction) }
      hits += results.hits
      cursor = results.next
      isAtEnd = results.next == nil
    }
    return hits
  }

  /// Passes over `count`.
  mutating func skip(_ count: Int) throws {
    var left = count
    while left > 0, !isAtEnd { left -= try next(min(left, 1000)).count }
  }

  /// How many there are in all.
  mutating func total() throws -> HitCount {
    guard query != nil else { return .exact(try reader.productCount(filter)) }
    if count == nil { _ = try next(1) }
    return count ?? .exact(0)
  }
}
