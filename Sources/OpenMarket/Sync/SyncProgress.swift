import OpenMarketPacing

/// The progress of a sync, as reported by ``Marketplace/sync(isFull:)``.
public struct SyncProgress: Sendable, Hashable {
  /// The approximate number of products, from the top of the list, that the store has; at the end that of all stored products,
  /// which may be more than ``totalCount``.
  public internal(set) var doneCount = 0
  /// The total number of products, according to the server.
  public internal(set) var totalCount = 0
  /// The requests of this run that got a response.
  package internal(set) var requestCount = 0
  /// The number of products that this run has stored for the first time.
  package internal(set) var addedCount = 0
  /// Products that this run has found changed.
  package internal(set) var changedCount = 0
  /// Products that this run has removed, because the server does not have them any more.
  package internal(set) var removedCount = 0
  /// Entries of the list that could not be read.
  package internal(set) var skippedCount = 0
  /// The estimated time for the rest, at the speed so far; `nil` while unknown.
  package internal(set) var remaining: Duration?
  /// Whether the store holds everything.
  package internal(set) var isFinished = false

  /// The completed fraction, 0 to 1.
  public var fraction: Double {
    isFinished ? 1 : totalCount > 0 ? min(1, Double(doneCount) / Double(totalCount)) : 0
  }

  mutating func add(_ report: SaveReport, _ page: ProductPage) {
    requestCount += 1
    addedCount += report.added.count
    changedCount += report.changed.count
    removedCount += report.removed.count
    skippedCount += page.skippedEntryCount
    totalCount = max(0, page.totalCount)
  }
}

/// Guesses how long a run will take from how long it took so far.
struct SyncPace: Sendable {
  private let clock: AnyClock
  private let start: Moment
  /// The progress that existed when the first pages came; leaps over it do not count as speed.
  private var leapt = 0
  private var latest = 0

  init(clock: AnyClock) {
    self.clock = clock
    start = clock.now
  }

  /// The time that is left, after a step.
  mutating func remaining(_ progress: SyncProgress) -> Duration? {
    let step = progress.doneCount - latest
    latest = progress.doneCount
    if step > PageLengths.limit { leapt += step }
    let read = progress.doneCount - leapt
    guard !progress.isFinished else { return .zero }
    guard read > 0 else { return nil }
    let perProduct = start.duration(to: clock.now) / read
    return perProduct * max(0, progress.totalCount - progress.doneCount)
  }
}
