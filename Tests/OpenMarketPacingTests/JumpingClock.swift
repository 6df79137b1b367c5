import Synchronization

/// A clock that can be moved forwards and backwards by hand.
///
/// A sleeper is woken when the clock shows its deadline; unlike on `ManualClock`, time is not gone through in
/// steps: a jump is a jump.
final class JumpingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var now = Duration.zero
    var readings = 0
    var nextID = 0
    var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Mutex(State())

  var now: Instant {
    state.withLock { state in
      state.readings += 1
      return Instant(offset: state.now)
    }
  }
  /// How often the clock has been read.
  var readings: Int { state.withLock { $0.readings } }
  var minimumResolution: Duration { .nanoseconds(1) }
  var nextDeadline: Duration? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDue = state.withLock { state in
          if deadline.offset <= state.now { return true }
          state.sleepers[id] = (deadline.offset, continuation)
          return false
        }
        if isDue { continuation.resume() }
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  func jump(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
