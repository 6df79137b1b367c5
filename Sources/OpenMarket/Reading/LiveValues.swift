import OpenMarketStore

/// A value in the store, now and after every committed change of it, by this process or another.
///
/// The present value comes first; values equal to the one before are left out, and a loop that is busy misses
/// those in between. Ends when the store is closed.
package struct LiveValues<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  package typealias Element = Value

  private let store: MarketStore
  private let begin: @Sendable () async -> Void
  private let concerns: @Sendable (StoreChange) -> Bool
  private let read: @Sendable () async throws -> Value

  init(
    store: MarketStore, begin: @escaping @Sendable () async -> Void = {},
    concerns: @escaping @Sendable (StoreChange) -> Bool, read: @escaping @Sendable () async throws -> Value
  ) {
    (self.store, self.begin, self.concerns, self.read) = (store, begin, concerns, read)
  }

  /// Watches from now on.
  package func makeAsyncIterator() -> Iterator {
    Iterator(values: self, changes: store.changes().makeAsyncIterator())
  }

  /// One watch.
  package struct Iterator: AsyncIteratorProtocol {
    private let values: LiveValues
    private var changes: AsyncStream<StoreChange>.Iterator
    private var last: Value?
    private var isFirst = true

    fileprivate init(values: LiveValues, changes: AsyncStream<StoreChange>.Iterator) {
      (self.values, self.changes) = (values, changes)
    }

    /// The present value, then every other one; `nil` when the store was closed or the task cancelled.
    /// - Throws: `StoreError` when the store cannot be read.
    package mutating func next() async throws -> Value? {
      if isFirst {
        isFirst = false
        let value = try await values.read()
        last = value
        await values.begin()
        return value
      }
      while let change = await changes.next(isolation: #isolation) {
        guard values.concerns(change) else { continue }
        let value = try await values.read()
        guard value != last else { continue }
        last = value
        return value
      }
      return nil
    }
  }
}
