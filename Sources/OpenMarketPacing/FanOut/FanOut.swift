extension Array where Element: Sendable {
  /// The result of `work` for each element, in their order; at most `maxConcurrent` run at the same time, and at least one.
  ///
  /// After each piece of work `progress` is told how many have ended. Cancelling the calling task cancels those in flight.
  package func fanOut<Value: Sendable>(
    maxConcurrent: Int, progress: (Int) -> Void = { _ in },
    work: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Result<Value, any Error>] {
    var results: [Int: Result<Value, any Error>] = [:]
    try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
      var waiting = indices.makeIterator()
      func startNext() {
        guard let index = waiting.next() else { return }
        group.addTask { [element = self[index]] in
          let result = await Result { try await work(element) }
          return (index, result)
        }
      }
      for _ in 0..<Swift.min(Swift.max(1, maxConcurrent), count) { startNext() }
      while let (index, result) = try await group.next() {
        try Task.checkCancellation()
        results[index] = result
        progress(results.count)
        startNext()
      }
    }
    return indices.compactMap { results[$0] }
  }
}
