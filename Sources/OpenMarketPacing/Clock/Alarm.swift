import Synchronization

/// A clock together with one timer on it that can be set again and again.
///
/// It may ring early (then it is set again for the rest), never late by its own doing. That is what makes
/// pacing cheap: putting a deadline off costs nothing, because the timer stays as it is.
protocol Alarm: Sendable {
  func now() -> Moment

  /// Says what to call when the alarm rings, and keeps it until `stop()`. Called once, before `set(for:)`.
  func start(_ ring: @escaping @Sendable () -> Void)

  /// Sets the alarm, instead of any earlier setting. Must not block nor ring before it returns.
  func set(for moment: Moment)

  /// Never rings again, and forgets what to call.
  func stop()
}

/// The target that an alarm calls, until it is taken away.
final class Bell: Sendable {
  /// A struct around it, because a bare closure in generic storage gets one more thunk at each access.
  private struct State {
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func hang(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.action = action } }
  func ring() { state.withLock { $0.action }?() }

  func takeDown() {
    // Released after the lock: what it holds may use the alarm.
    _ = state.withLock { $0.action.take() }
  }
}
