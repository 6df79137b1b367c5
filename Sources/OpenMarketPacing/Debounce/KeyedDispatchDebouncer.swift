public import Dispatch

/// One ``DispatchDebouncer`` per key, made when needed and forgotten when idle, all on one timer.
public final class KeyedDispatchDebouncer<Key: Hashable & Sendable>: Sendable {
  let base: QueuePacer<Key, DebounceMachine<QueueSubmission>>

  /// Makes a debouncer without keys; see ``DispatchDebouncer/init(_:leading:maxWait:queue:)``.
  public convenience init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil, queue: DispatchQueue
  ) {
    self.init(interval, leading: leading, maxWait: maxWait, queue: queue, alarm: nil)
  }

  init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil, queue: DispatchQueue,
    alarm: (any Alarm)?
  ) {
    let machine = DebounceMachine<QueueSubmission>(
      interval: Interval(interval), leading: leading, maxWait: maxWait.map { Interval($0) })
    base = QueuePacer(machine, queue: queue, alarm: alarm)
  }

  deinit { base.pacer.close() }

  /// How many keys take memory now.
  package var count: Int { base.pacer.activeKeys }

  /// Submits `action` for `key`, and cancels the one that waits for that key.
  public func callAsFunction(
    _ key: Key, action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(QueueSubmission(action: action, onCancel: onCancel), for: key)
  }

  /// Cancels the action that waits for `key`, if any.
  public func cancel(_ key: Key) { base.pacer.withdraw(key) }
}
