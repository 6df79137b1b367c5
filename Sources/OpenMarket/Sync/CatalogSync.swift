package import Foundation
import OpenMarketHTTP
import OpenMarketPacing

/// A run of ``Marketplace/sync(isFull:)``, which says how it goes.
///
/// Products that a window shows to be gone leave the store. Memory is that of one page.
package struct CatalogSync: AsyncSequence, Sendable {
  /// How far a run has come.
  package typealias Element = SyncProgress

  let client: MarketClient
  let store: MarketStore
  let isFull: Bool
  let windowSize: Int
  let date: @Sendable () -> Date
  /// They go after everything else where the client's rate is limited, and stay out of the revalidation cache, as few are
  /// ever repeated.
  private static let options = RequestOptions {
    $0.priority = .prefetch
    $0.cachePolicy = .bypass
  }
  /// How many times in a row a run waits as long as the server asks it to (`Retry-After`), when the client's own retries are
  /// used up.
  private static let patience = 10
  /// The longest such wait. After a longer one, as during maintenance, it is the caller who tries again.
  private static let longestWait = Duration.seconds(120)

  /// Makes a run, which begins when it is asked for its first step. Each request shall bring `windowSize` new products, 100 to
  /// 1000; numbers beyond count as the nearest. The calendar's `date` becomes that of the stored products.
  package init(
    client: MarketClient, store: MarketStore, isFull: Bool = false, windowSize: Int = 500,
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.client, self.store, self.isFull) = (client, store, isFull)
    (self.windowSize, self.date) = (windowSize, date)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(sync: self) }

  package struct Iterator: AsyncIteratorProtocol {
    private let sync: CatalogSync
    private var machine: SyncMachine?
    private var progress = SyncProgress()
    private var pace: SyncPace
    private let cause = MarketEvent.Cause("sync")

    fileprivate init(sync: CatalogSync) {
      self.sync = sync
      pace = SyncPace(clock: sync.client.http.clock)
    }

    /// Reads and saves one window.
    /// - Returns: How far the run has come; `nil` after the last window.
    /// - Throws: `HTTPError` or `StoreError`; what was saved stays, and asking again goes on from there.
    ///   `CancellationError` when the task was cancelled.
    package mutating func next() async throws -> SyncProgress? {
      try await MarketEvent.Cause.$current.withValue(cause) { try await step() }
    }

    private mutating func step() async throws -> SyncProgress? {
      if progress.isFinished { return nil }
      var machine = try await begun()
      let window = try machine.window()
      let newest = try await sync.store.newestID(before: window)
      let page: ProductPage
      do {
        page = try await read(window).withoutDuplicates()
      } catch let error as HTTPError where error.code == .invalidInput {
        guard machine.shrink(after: window) else { throw error }
        self.machine = machine
        return try await self.step()
      }
      let step = try machine.accept(page, to: window, newestStored: newest)
      let report = try await sync.store.save(
        page.products, fetchedAt: sync.date(), retention: .synced, replacing: step.span,
        checkpoint: Checkpoint(key: SyncCheckpoint.key, value: try step.checkpoint.encoded()))
      self.machine = machine
      progress.add(report, page)
      progress.doneCount = Swift.min(machine.doneCount, page.totalCount)
      if machine.isFinished, let count = try? await sync.store.productCount() { progress.doneCount = count }
      progress.isFinished = machine.isFinished
      progress.remaining = pace.remaining(progress)
      return progress
    }

    private func begun() async throws -> SyncMachine {
      if let machine { return machine }
      let saved = sync.isFull ? nil : try await sync.store.checkpoint(SyncCheckpoint.key)
      return SyncMachine(after: SyncCheckpoint(saved), windowSize: sync.windowSize)
    }

    /// Reads a window, and waits as long as a busy server asks for.
    private func read(_ window: ListWindow) async throws -> ProductPage {
      for _ in 0..<CatalogSync.patience {
        do {
          return try await fetch(window)
        } catch let error as HTTPError {
          guard let delay = error.retryAfter, delay <= CatalogSync.longestWait else { throw error }
          let status = error.status?.code
          sync.store.configuration.events?.trace(.requestRetried) {
            ($0.status, $0.duration) = (status, delay)
          }
          let clock = sync.client.http.clock
          try await clock.sleep(until: clock.now.advanced(by: delay), tolerance: nil)
        }
      }
      return try await fetch(window)
    }

    private func fetch(_ window: ListWindow) async throws -> ProductPage {
      let page = try await sync.client.window(
        page: window.page, size: window.size, options: CatalogSync.options)
      return try page.withBody()
    }
  }
}
