import Synchronization

@testable import OpenMarketPacing

/// An alarm whose clock is moved by hand, and that rings on the thread that moves it.
final class ManualAlarm: Alarm {
  private struct State {
    var now = Moment.zero
    var setFor: Moment?
    var settings = 0
    var ring: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// How often the alarm has been set.
  var settings: Int { state.withLock { $0.settings } }
  var isSet: Bool { state.withLock { $0.setFor != nil } }

  func now() -> Moment { state.withLock { $0.now } }
  func start(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }
  func stop() {
    _ = state.withLock { state in
      state.setFor = nil
      return state.ring.take()
    }
  }

  func set(for moment: Moment) {
    state.withLock { state in
      state.setFor = moment
      state.settings += 1
    }
  }

  /// Moves the time to `moment`, ringing on the way whenever the alarm is due.
  func advance(to moment: Moment, afterEachRing settle: () -> Void = {}) {
    while true {
      let ring: (@Sendable () -> Void)? = state.withLock { state in
        guard let due = state.setFor, due <= moment else {
          state.now = max(state.now, moment)
          return nil
        }
        state.now = max(state.now, due)
        state.setFor = nil
        return state.ring
      }
      guard let ring else { return }
      ring()
      settle()
    }
  }
}
