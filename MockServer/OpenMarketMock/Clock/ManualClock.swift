public import Foundation
public import OpenMarketHTTP
package import OpenMarketPacing
import Synchronization

/// A clock that stands still until it is advanced, so that no test waits or guesses.
///
/// ```swift
/// let clock = ManualClock()
/// let market = try Marketplace(server: url, folder: folder) {
///   $0.transport = mock
///   $0.http.use(clock)
/// }
/// clock.advance(by: .seconds(600))   // the time limits of ten minutes pass, and the calendar goes on with them
/// ```
///
/// Sleepers are woken in the order of their deadlines while ``advance(by:)`` runs. Before advancing,
/// ``sleepers(atLeast:)`` waits until the code under test has gone to sleep.
public final class ManualClock: Clock, Sendable {
  private struct Sleeper {
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var elapsed = Duration.zero
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    /// The tasks that wait for sleepers, each for how many.
    var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

    mutating func newID() -> Int {
      nextID += 1
      return nextID
    }

    /// Those that have not waited in vain: they wait no longer, even where a sleeper is soon cancelled.
    mutating func satisfied() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.value.count <= sleepers.count }
      for id in ready.keys { watchers[id] = nil }
      return ready.values.map(\.continuation)
    }
  }

  private let state = Mutex(State())
  private let origin = ContinuousClock.now
  private let start: Date

  /// Makes a clock.
  /// - Parameter date: The calendar's date at the beginning. Default: in November 2023.
  public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000)) { start = date }

  /// The present moment.
  public var now: ContinuousClock.Instant { origin.advanced(by: elapsed) }
  /// The time since the clock was made; the sleepers' deadlines count from then too.
  package var elapsed: Duration { state.withLock { $0.elapsed } }
  /// The calendar's date, which advances with the clock.
  public var date: Date {
    start + elapsed / .seconds(1)
  }
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// How many tasks sleep now.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }
  /// How many tasks wait for sleepers.
  package var watcherCount: Int { state.withLock { $0.watchers.count } }

  /// When the next sleeper is due; `nil` when no task sleeps.
  package var nextDeadline: Duration? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Suspends until the clock has been advanced to `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let deadline = origin.duration(to: deadline)
    let id = state.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let satisfied: [CheckedContinuation<Void, Never>]? = state.withLock { state in
          if deadline <= state.elapsed { return nil }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return state.satisfied()
        }
        guard let satisfied else { return continuation.resume() }
        for watcher in satisfied { watcher.resume() }
        // The handler below finds no sleeper to wake when it runs before this; the flag is set by then.
        if Task.isCancelled { wakeCancelled(id) }
      }
    } onCancel: {
      wakeCancelled(id)
    }
  }

  private func wakeCancelled(_ id: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Advances the time, waking each sleeper at its own moment.
  public func advance(by duration: Duration) {
    advance(to: state.withLock { $0.elapsed } + duration)
  }

  /// Moves the time at once, forwards or backwards, and then wakes those that are due, as a system does whose clock
  /// was set.
  package func jump(by duration: Duration) {
    let elapsed = state.withLock { state in
      state.elapsed += duration
      return state.elapsed
    }
    advance(to: elapsed)
  }

  /// Moves the time forward to `target`, waking each sleeper at its own moment on the way.
  package func advance(to target: Duration) {
    while true {
      let due: Sleeper? = state.withLock { state in
        let next = state.sleepers.filter { $0.value.deadline <= target }
          .min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        guard let next else {
          state.elapsed = max(state.elapsed, target)
          return nil
        }
        state.elapsed = max(state.elapsed, next.value.deadline)
        return state.sleepers.removeValue(forKey: next.key)
      }
      guard let due else { return }
      due.continuation.resume()
    }
  }

  /// Waits until at least `count` tasks sleep on this clock, or the calling task is cancelled, as a test is whose time
  /// limit is over.
  public func sleepers(atLeast count: Int) async {
    let id = state.withLock { $0.newID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.sleepers.count >= count { return true }
          state.watchers[id] = (count, continuation)
          return false
        }
        if isOver { continuation.resume() }
        if Task.isCancelled { stopWatching(id) }
      }
    } onCancel: {
      stopWatching(id)
    }
  }

  private func stopWatching(_ id: Int) {
    state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
  }
}

extension TimeSource {
  /// The time of `clock` and its calendar, with pauses of half their greatest length.
  package init(_ clock: ManualClock) {
    self.init()
    self.clock = AnyClock(clock)
    date = { clock.date }
    uptime = { Uptime(boot: "manual", elapsed: clock.elapsed) }
    jitter = { 0.5 }
  }
}

extension HTTPClient.Configuration {
  /// Uses `clock` for all time: limits, delays, and the calendar. A `Marketplace` then does too.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}

extension MarketplaceMock.Configuration {
  /// Uses `clock` for all time, including the dates of the market's products.
  public mutating func use(_ clock: ManualClock) { time = TimeSource(clock) }
}
