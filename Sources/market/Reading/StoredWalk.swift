import OpenMarket

/// A stored product as it will be once pending writes are sent.
struct OfflineHit {
  var hit: SearchHit
  /// Pending writes for it, in the order in which they take effect.
  var pending: [PendingWrite.Kind] = []
}

/// Walks through what is stored, or through what a search finds in it, from the beginning, any number at a time;
/// over it lie pending writes.
struct StoredWalk {
  /// The most that a search gives at a time.
  private static let longestSearch = 200

  let reader: StoreReader
  /// The search, with the number of hits to count; `nil` for all products, newest first.
  let query: SearchQuery?
  let filter: ProductFilter
  private let waiting: PendingWrites

  /// The correction of the searched text; known after a step of a search.
  private(set) var correction: SearchCorrection?
  /// The text as it was looked for; `nil` without a search.
  private var search: TextSearch?
  /// How many are stored; known after a step of a search.
  private var count: HitCount?
  private var isStoreAtEnd = false
  private var last: StoredProduct.ID?
  private var cursor: SearchCursor?
  /// The hits that were read and not returned yet.
  private var ahead: ArraySlice<OfflineHit> = []
  /// The products that pending writes insert; known after the first step.
  private var localInsertions: PendingWrites.LocalInsertions?

  /// Begins before all that `filter` lets through.
  init(_ reader: StoreReader, filter: ProductFilter, waiting: PendingWrites) {
    (self.reader, self.filter, self.waiting, query) = (reader, filter, waiting, nil)
  }

  /// Begins before all that `query` finds.
  init(_ reader: StoreReader, _ query: SearchQuery, waiting: PendingWrites) {
    (self.reader, self.query, self.waiting, filter) = (reader, query, waiting, query.filter)
    search = TextSearch(query.text, reader.equivalents)
  }

  var isAtEnd: Bool { isStoreAtEnd && ahead.isEmpty && localInsertions?.products.isEmpty != false }

  /// The next `limit`; fewer at the end.
  mutating func next(_ limit: Int) throws -> [OfflineHit] {
    var hits: [OfflineHit] = []
    while hits.count < limit {
      while ahead.isEmpty, !isStoreAtEnd {
        ahead = try waiting.displayed(stored(limit - hits.count), query?.sort, search, filter)[...]
      }
      if localInsertions == nil {
        localInsertions = waiting.localInsertions(query?.sort, search, filter)
      }
      guard let next = localInsertions?.takeFirst(before: ahead.first) ?? ahead.popFirst() else { break }
      hits.append(next)
    }
    return hits
  }

  /// The next of what the server has said.
  private mutating func stored(_ limit: Int) throws -> [SearchHit] {
    guard var query else {
      let products = try reader.newest(before: last, limit: limit, filter: filter)
      isStoreAtEnd = products.count < limit
      last = products.last?.id ?? last
      return products.map { SearchHit(stored: $0, matches: []) }
    }
    query.limit = min(limit, Self.longestSearch)
    query.cursor = cursor
    let results = try reader.search(query)
    // A page that goes on with equivalents has counted them.
    (count, correction, search) = (results.count, results.correction, results.search ?? search)
    cursor = results.next
    isStoreAtEnd = results.next == nil
    return results.hits
  }

  mutating func skip(_ count: Int) throws {
    var left = count
    while left > 0, !isAtEnd {
      let passed = try next(min(left, 1000)).count
      guard passed > 0 else { return }
      left -= passed
    }
  }

  mutating func total() throws -> HitCount {
    if query == nil {
      if count == nil { count = .exact(try reader.productCount(filter)) }
    } else if count == nil {
      // Without giving anything away.
      let first = try next(1)
      ahead = first[...] + ahead
    }
    if localInsertions == nil {
      localInsertions = waiting.localInsertions(query?.sort, search, filter)
    }
    return (count ?? .exact(0)).changed(by: localInsertions?.change ?? 0)
  }
}

extension HitCount {
  fileprivate func changed(by change: Int) -> HitCount {
    switch self {
    case .exact(let count): .exact(max(0, count + change))
    case .atLeast(let count): .atLeast(max(0, count + change))
    }
  }
}

extension StoreOptions {
  /// Pending writes, over what `reader` reads.
  func waiting(_ common: CommonOptions, _ reader: StoreReader) throws -> PendingWrites {
    let settings = try common.settings(store: store)
    return PendingWrites(reader, vendor: (try? settings.credentials())?.vendor)
  }

  /// The stored products, and the pending writes over them.
  func stored(_ common: CommonOptions) async throws -> (reader: StoreReader, waiting: PendingWrites) {
    let reader = try await reader(common)
    return (reader, try waiting(common, reader))
  }

  /// A walk through what is stored, with pending writes.
  func walk(_ common: CommonOptions, filter: ProductFilter) async throws -> StoredWalk {
    let (reader, waiting) = try await stored(common)
    return StoredWalk(reader, filter: filter, waiting: waiting)
  }
}
