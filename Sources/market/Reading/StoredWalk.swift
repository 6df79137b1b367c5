import OpenMarket

/// A stored product as it will be once pending writes are sent.
struct OfflineHit: ListedProduct {
  var hit: SearchHit
  /// Pending writes for it, in the order in which they take effect.
  var pending: [PendingWrite.Kind] = []
}

/// Walks through what is stored, or through what a search finds in it, from the beginning, any number at a time;
/// over it lie pending writes.
struct StoredWalk {
  private static let longestSearch = 200

  let reader: StoreReader
  /// The search, with the number of hits to count; `nil` for all products, newest first.
  let query: SearchQuery?
  let filter: ProductFilter
  private let pending: PendingWrites

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
  init(_ reader: StoreReader, filter: ProductFilter, pending: PendingWrites) {
    (self.reader, self.filter, self.pending, query) = (reader, filter, pending, nil)
  }

  /// Begins before all that `query` finds.
  init(_ reader: StoreReader, _ query: SearchQuery, pending: PendingWrites) {
    (self.reader, self.query, self.pending, filter) = (reader, query, pending, query.filter)
    search = TextSearch(query.text, reader.equivalents)
  }

  private var order: ProductSort { query?.sort ?? .newest }

  var isAtEnd: Bool { isStoreAtEnd && ahead.isEmpty && localInsertions?.products.isEmpty != false }

  /// The next `limit`; fewer at the end.
  mutating func next(_ limit: Int) throws -> [OfflineHit] {
    var hits: [OfflineHit] = []
    while hits.count < limit {
      while ahead.isEmpty, !isStoreAtEnd {
        ahead = try pending.displayed(stored(limit - hits.count), order, search, filter)[...]
      }
      if localInsertions == nil { localInsertions = pending.localInsertions(order, search, filter) }
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

  /// - Throws: `StoreError` with `notStored` when it is no wonder that nothing is found.
  func requireAnything() throws {
    guard try reader.newest(limit: 1).isEmpty, try !reader.isSynced() else { return }
    throw StoreError.nothingStored(in: reader.folder)
  }

  /// A page, with how many there are in all if they are to be counted.
  mutating func page(_ options: PageOptions, isCounted: Bool = true) throws -> FoundPage {
    var left = options.offset
    while left > 0, !isAtEnd {
      let passed = try next(min(left, 1000)).count
      guard passed > 0 else { break }
      left -= passed
    }
    let hits = try next(options.size)
    let count = isCounted ? try total() : .exact(hits.count)
    return FoundPage(stored: hits, options, count, correction, isSearch: query != nil)
  }

  /// How many there are in all; after a step.
  private func total() throws -> HitCount {
    let stored = try count ?? .exact(reader.productCount(filter))
    return stored.changed(by: localInsertions?.change ?? 0)
  }
}

extension StoreOptions {
  func stored() async throws -> (reader: StoreReader, pending: PendingWrites) {
    let reader = try await reader()
    let vendor = (try? settings().credentials())?.vendor
    return (reader, PendingWrites(reader, vendor: vendor))
  }

  /// A walk through what is stored, with pending writes.
  func walk(filter: ProductFilter) async throws -> StoredWalk {
    let (reader, pending) = try await stored()
    return StoredWalk(reader, filter: filter, pending: pending)
  }
}
