import OpenMarketStore

/// A value in the store, now and after every committed change of it, by this process or another.
///
/// The present value comes first; values equal to the one before are left out, and a loop that is busy misses
/// those in between. Ends when the store is closed.
package struct LiveValues<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  package typealias Element = Value

  private let store: MarketStore
  private let refresher: Refresher?
  private let refresh: @Sendable (RefreshRun?) async -> Void
  private let concerns: @Sendable (StoreChange) -> Bool
  private let read: @Sendable () async throws -> Value

  /// Makes a sequence of what `read` finds, also after each change that `concerns` it.
  ///
  /// While it is observed, `refresher` calls `refresh`, which begins to fetch the value if it is stale; after the first value
  /// it is called without a run.
  init(
    store: MarketStore, refresher: Refresher? = nil,
    refresh: @escaping @Sendable (RefreshRun?) async -> Void = { _ in },
    concerns: @escaping @Sendable (StoreChange) -> Bool, read: @escaping @Sendable () async throws -> Value
  ) {
    (self.store, self.refresher, self.refresh) = (store, refresher, refresh)
    (self.concerns, self.read) = (concerns, read)
  }

  /// Watches from now on.
  package func makeAsyncIterator() -> Iterator {
    Iterator(
      values: self, changes: store.changes().makeAsyncIterator(),
      displayed: refresher?.display { [refresh] run in await refresh(run) })
  }

  package struct Iterator: AsyncIteratorProtocol {
    private let values: LiveValues
    private var changes: AsyncStream<StoreChange>.Iterator
    private let displayed: Displayed?
    private var last: Value?
    private var isFirst = true

    fileprivate init(values: LiveValues, changes: AsyncStream<StoreChange>.Iterator, displayed: Displayed?) {
      (self.values, self.changes, self.displayed) = (values, changes, displayed)
    }

    /// The present value, then every other one; `nil` when the store was closed or the task cancelled.
    /// - Throws: `StoreError` when the store cannot be read.
    package mutating func next() async throws -> Value? {
      if isFirst {
        isFirst = false
        let value = try await values.read()
        last = value
        await values.refresh(nil)
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
