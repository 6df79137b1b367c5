package import Foundation
package import OpenMarketHTTP
import OpenMarketPacing

/// Fills a store with everything a market has, so that all of it can be read and searched offline.
///
/// ```swift
/// for try await progress in market.sync() {
///   print(progress.doneCount, "of", progress.totalCount)
/// }
/// ```
///
/// A run reads the list from the top in windows that overlap, so that nothing is missed while products come and
/// go, and saves each window and how far it came in one transaction. It can be stopped, or killed, at any time:
/// the next run reads what is new at the top, leaps over what is there, and goes on; a run that finds
/// everything there costs one request. Products that a window shows to be gone leave the store. Of what an
/// earlier run has read, later deletions and edits are noticed by a run with ``Configuration/isFull`` only.
///
/// Each step is taken when the sequence is asked for its next element: nothing runs in between, and
/// cancelling the task ends the run. Memory is that of one page.
package struct CatalogSync: AsyncSequence, Sendable {
  /// How far a run has come.
  package typealias Element = SyncProgress

  /// How a run reads.
  package struct Configuration: Sendable {
    /// Whether everything is read again, which notices edits and deletions.
    ///
    /// Default: no. A full run that is stopped is continued by the next run, full or not.
    package var isFull = false
    /// How many new products each request shall bring, 100 to 1000; numbers beyond count as the nearest.
    ///
    /// Default: 500.
    package var windowSize = 500
    /// The options of the requests.
    ///
    /// Default: they go after everything else where the client's rate is limited, and stay out of the
    /// revalidation cache, as few are ever repeated.
    package var options = RequestOptions {
      $0.priority = .prefetch
      $0.cachePolicy = .bypass
    }
    /// How many times in a row a run waits as long as the server asks it to (`Retry-After`), when the
    /// client's own retries are used up.
    ///
    /// Default: 10.
    package var patience = 10

    package init() {}
  }

  let client: MarketClient
  let store: MarketStore
  let configuration: Configuration
  let date: @Sendable () -> Date

  /// Makes a run, which begins when it is asked for its first step.
  /// - Parameters:
  ///   - client: Reads the list.
  ///   - store: Keeps it.
  ///   - date: The calendar's date, which becomes that of the stored products.
  ///   - configure: Changes the defaults.
  package init(
    client: MarketClient, store: MarketStore, date: @escaping @Sendable () -> Date = { Date() },
    configure: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = Configuration()
    configure(&configuration)
    self.client = client
    self.store = store
    self.configuration = configuration
    self.date = date
  }

  /// Runs to the end.
  /// - Returns: Where it ended.
  /// - Throws: As ``Iterator/next()``.
  @discardableResult
  package func run() async throws -> SyncProgress {
    var latest = SyncProgress()
    for try await progress in self { latest = progress }
    return latest
  }

  /// Begins a run.
  package func makeAsyncIterator() -> Iterator { Iterator(sync: self) }

  /// One run.
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
      let saved = sync.configuration.isFull ? nil : try await sync.store.checkpoint(SyncCheckpoint.key)
      return SyncMachine(after: SyncCheckpoint(saved), windowSize: sync.configuration.windowSize)
    }

    /// Reads a window, and waits as long as a busy server asks for.
    private func read(_ window: ListWindow) async throws -> ProductPage {
      for _ in 0..<Swift.max(0, sync.configuration.patience) {
        do {
          return try await fetch(window)
        } catch let error as HTTPError {
          guard let delay = error.retryAfter else { throw error }
          let clock = sync.client.http.clock
          try await clock.sleep(until: clock.now.advanced(by: delay), tolerance: nil)
        }
      }
      return try await fetch(window)
    }

    private func fetch(_ window: ListWindow) async throws -> ProductPage {
      let page = try await sync.client.window(
        page: window.page, size: window.size, options: sync.configuration.options)
      return try page.withBody()
    }
  }
}
