import Synchronization

/// A clock that stands still until told to advance, so that no test waits or guesses.
///
/// Sleepers are woken in the order of their deadlines while ``advance(by:)`` runs. Before advancing,
/// ``sleepers(atLeast:)`` waits until the code under test has gone to sleep.
public final class ManualClock: Clock, Sendable {
  /// A moment, as the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// Time since the clock was made.
    public var offset: Duration
    /// Makes a moment.
    public init(offset: Duration) { self.offset = offset }
    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time until `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `lhs` lies before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelledEarly: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Makes a clock that shows zero.
  public init() {}

  /// The present moment.
  public var now: Instant { state.withLock { $0.now } }
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// How many tasks sleep now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// When the next sleeper is due; nil when nobody sleeps.
  public var nextDeadline: Instant? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Suspends until the clock has been advanced to `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Outcome { case wait([CheckedContinuation<Void, Never>]), due, cancelled }
        let outcome: Outcome = state.withLock { state in
          if state.cancelledEarly.remove(id) != nil { return .cancelled }
          if deadline <= state.now { return .due }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          let count = state.sleepers.count
          let ready = state.watchers.filter { $0.count <= count }.map(\.continuation)
          state.watchers.removeAll { $0.count <= count }
          return .wait(ready)
        }
        switch outcome {
        case .wait(let ready): for watcher in ready { watcher.resume() }
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        if let sleeper = state.sleepers.removeValue(forKey: id) { return Optional(sleeper) }
        state.cancelledEarly.insert(id)
        return nil
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelledEarly.remove(id) }
  }

  /// Moves the time forward, waking each sleeper at its own moment on the way.
  public func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves the time forward to `target`, waking each sleeper at its own moment on the way.
  public func advance(to target: Instant) {
    while true {
      let due: Sleeper? = state.withLock { state in
        let next = state.sleepers.filter { $0.value.deadline <= target }
          .min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        guard let next else {
          state.now = max(state.now, target)
          return nil
        }
        state.now = max(state.now, next.value.deadline)
        return state.sleepers.removeValue(forKey: next.key)
      }
      guard let due else { return }
      due.continuation.resume()
    }
  }

  /// Waits until at least `count` tasks sleep on this clock.
  public func sleepers(atLeast count: Int) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if ready { continuation.resume() }
    }
  }
}
