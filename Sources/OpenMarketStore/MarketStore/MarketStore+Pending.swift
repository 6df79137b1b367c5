import GRDB
package import OpenMarketAPI

/// Pending writes to be laid over the products that the server has shown.
extension MarketStore {
  /// Pending writes to be done with these listings, named by the server's numbers or this device's own: an entry for each
  /// that something waits for.
  ///
  /// Costs a memory access while nothing waits, and about 10 µs for each write that does.
  package func pendingEntries(
    of products: some Collection<Product.ID> & Sendable
  ) async throws -> [PendingEntry] {
    let order = try await pendingOrder()
    guard !order.isEmpty else { return [] }
    return try await entries(of: products.map { $0.rawValue }.filter(order.contains))
  }

  /// The latest 1,000 listings of a kind for which something waits, the latest first.
  package func pendingEntries(_ kind: PendingKind) async throws -> ArraySlice<PendingEntry> {
    let marks = files.pendingMarks
    let version = marks.known.version
    let order = try await pendingOrder()
    if let list = marks.list(kind) { return list }
    let list = try await entries(of: order.latest(kind)).prefix(PendingOrder.limit)
    marks.fill(kind, with: list, asOf: version)
    return list
  }

  /// Those of the latest 1,000 changed products that may be hits of a search that does not find them among the stored
  /// ones.
  package func candidates(of search: TextSearch, into query: SearchQuery) async throws -> [PendingEntry] {
    try await pendingEntries(.changed).filter { $0.mayEnter(search, query) }
  }

  /// Those of the latest 1,000 new listings that are hits of a search, with the stages that find them.
  package func newHits(
    of search: TextSearch, soldBy vendor: String?
  ) async throws -> [(entry: PendingEntry, stage: Int)] {
    try await pendingEntries(.new).compactMap { entry in
      entry.stage(in: search, soldBy: vendor).map { (entry, $0) }
    }
  }

  /// The entries of listings in their order, without those for which nothing that waits counts.
  private func entries(of numbers: [Int64]) async throws -> [PendingEntry] {
    guard !numbers.isEmpty else { return [] }
    let marks = files.pendingMarks
    var (entries, unread, version) = marks.known(of: numbers)
    if !unread.isEmpty {
      let missing = unread.map { numbers[$0] }
      let read = try await readUser(atOnce: missing.count <= 100) { try $0.pendingEntries(of: missing) }
      marks.fill(missing, with: read, asOf: version)
      for (index, entry) in zip(unread, read) { entries[index] = entry }
    }
    return entries.compactMap(\.self)
  }

  /// The listing of this device with the highest number that the server has given one; `nil` for none.
  ///
  /// The server numbers in order: whatever it is asked from now on, it has all listings up to this one.
  package func lastListing() async throws -> Product.ID? {
    try await readUser(atOnce: true) { try $0.lastListing() }.map { Product.ID(rawValue: $0) }
  }

  /// The latest 100 listings of this device that have got a number from the server above `id`. Costs a memory access when
  /// there are none.
  package func listings(numberedAbove id: Product.ID?) async throws -> [Product.ID] {
    _ = try await pendingOrder()
    let number = id?.rawValue ?? 0
    guard files.pendingMarks.lastListing > number else { return [] }
    return try await readUser(atOnce: true) { db in
      try db.rows(
        "SELECT product_id FROM product_alias WHERE product_id > ? ORDER BY product_id DESC LIMIT 100",
        [number]
      ) { Product.ID(rawValue: $0.int64(0)) }
    }
  }

  /// Whether anything waits that the eyes of a reader would notice.
  package var hasPending: Bool {
    get async throws { try await !pendingOrder().isEmpty }
  }

  private func pendingOrder() async throws -> PendingOrder {
    let marks = files.pendingMarks
    // Whoever listens to changes has other processes watched anyway.
    if !watch.isRunning, marks.shouldCheck(every: configuration.pollInterval) {
      await checkForForeignWrites(in: files.user)
    }
    let (known, version) = marks.known
    if let known { return known }
    let (present, lastListing) = try await readUser(atOnce: true) { db in
      (PendingOrder(try db.pendingRanks()), try db.lastListing() ?? 0)
    }
    marks.fill(present, lastListing: lastListing, asOf: version)
    return present
  }
}

extension Database {
  fileprivate func lastListing() throws -> Int64? {
    try firstRow("SELECT max(product_id) FROM product_alias") { $0.optionalInt64(0) } ?? nil
  }
}
