/// One question put to several sources at once: a category that is five store brands, say.
///
/// ```swift
/// let outcome = try await FanOut(maxConcurrent: 3).run(brands, id: \.id) { brand in
///   try await market.search(brand).items
/// }
/// ```
package struct FanOut: Sendable {
  /// The result of one query.
  package struct Outcome<Query: Sendable, Item: Sendable>: Sendable {
    /// The items in the order of the queries; of several with the same id, the first.
    package let items: [Item]
    /// The queries that failed, in their order; the items are those of the others.
    package let failures: [(query: Query, error: any Error)]
  }

  /// How many queries run at the same time.
  package let maxConcurrent: Int

  /// Makes a fan-out of so many queries at the same time; less than one counts as one.
  package init(maxConcurrent: Int = 4) { self.maxConcurrent = max(1, maxConcurrent) }

  /// Runs `search` for each query, and joins what it finds, of several items with one `id` the first.
  ///
  /// After each query `progress` is told how many have ended. Cancelling the calling task cancels the queries in flight.
  package func run<Query: Sendable, Item: Sendable, ID: Hashable>(
    _ queries: [Query], id: (Item) -> ID, progress: (Int) -> Void = { _ in },
    search: @escaping @Sendable (Query) async throws -> [Item]
  ) async throws -> Outcome<Query, Item> {
    var results: [Int: Result<[Item], any Error>] = [:]
    try await withThrowingTaskGroup(of: (Int, Result<[Item], any Error>).self) { group in
      var waiting = queries.indices.makeIterator()
      func startNext() {
        guard let index = waiting.next() else { return }
        group.addTask { [query = queries[index]] in
          let result = await Result { try await search(query) }
          return (index, result)
        }
      }
      for _ in 0..<min(maxConcurrent, queries.count) { startNext() }
      while let (index, result) = try await group.next() {
        try Task.checkCancellation()
        results[index] = result
        progress(results.count)
        startNext()
      }
    }
    return merge(queries, results, id)
  }

  private func merge<Query, Item, ID: Hashable>(
    _ queries: [Query], _ results: [Int: Result<[Item], any Error>], _ id: (Item) -> ID
  ) -> Outcome<Query, Item> {
    var (seen, items, failures) = (Set<ID>(), [Item](), [(query: Query, error: any Error)]())
    for (index, query) in queries.enumerated() {
      switch results[index] {
      case .success(let found): items += found.filter { seen.insert(id($0)).inserted }
      case .failure(let error): failures.append((query, error))
      case nil: break
      }
    }
    return Outcome(items: items, failures: failures)
  }
}
