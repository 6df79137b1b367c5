import Synchronization

/// A clock that stands still until told to go on.
final class SteppedClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var now = Duration.zero
    var lastID = 0
    var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Mutex(State())

  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var nanoseconds: Int64 { Int64(now.offset.attoseconds / 1_000_000_000) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var nextDeadline: Duration? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDue = state.withLock { state in
          if deadline.offset > state.now { state.sleepers[id] = (deadline.offset, continuation) }
          return deadline.offset <= state.now
        }
        if isDue { continuation.resume() }
        if Task.isCancelled { wake(id, throwing: CancellationError()) }
      }
    } onCancel: {
      wake(id, throwing: CancellationError())
    }
  }

  func advance(to time: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      return state.sleepers.filter { $0.value.deadline <= state.now }.map(\.key)
    }
    for id in due { wake(id) }
  }

  private func wake(_ id: Int, throwing error: (any Error)? = nil) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
    if let error { sleeper?.continuation.resume(throwing: error) } else { sleeper?.continuation.resume() }
  }
}
