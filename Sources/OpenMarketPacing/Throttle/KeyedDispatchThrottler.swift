public import Dispatch

/// One ``DispatchThrottler`` per key, made when needed and forgotten when idle, all on one timer.
public final class KeyedDispatchThrottler<Key: Hashable & Sendable>: Sendable {
  let base: QueuePacer<Key, ThrottleMachine<QueueSubmission>>

  /// Makes a throttler without keys; see ``DispatchThrottler/init(_:mode:queue:)``.
  public convenience init(
    _ interval: Duration, mode: ThrottleMode = .latest, queue: DispatchQueue
  ) {
    self.init(interval, mode: mode, queue: queue, alarm: nil)
  }

  init(
    _ interval: Duration, mode: ThrottleMode = .latest, queue: DispatchQueue,
    alarm: (any Alarm)?
  ) {
    let machine = ThrottleMachine<QueueSubmission>(
      interval: Interval(interval), mode: mode)
    base = QueuePacer(machine, queue: queue, alarm: alarm)
  }

  deinit { base.pacer.close() }

  /// How many keys take memory now.
  package var count: Int { base.pacer.activeKeys }

  /// Submits `action` for `key`.
  public func callAsFunction(
    _ key: Key, action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(QueueSubmission(action: action, onCancel: onCancel), for: key)
  }

  /// Cancels the action that waits for `key`, if any.
  public func cancel(_ key: Key) { base.pacer.withdraw(key) }
}
