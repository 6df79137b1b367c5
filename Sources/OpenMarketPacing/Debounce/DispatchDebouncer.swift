public import Dispatch

/// A debouncer on a dispatch queue: runs the last action of a burst after a quiet interval.
///
/// ```swift
/// let debouncer = DispatchDebouncer(.milliseconds(300), queue: .main)
/// debouncer { save(draft) } onCancel: { dropped += 1 }
/// ```
///
/// It is a ``Debouncer`` in all but these points:
///
/// - An action that is not run is cancelled even if the queue is suspended.
/// - While the queue is busy or suspended it is handed one action per interval at most.
/// - On a serial queue actions do not overlap. One that never returns blocks that queue.
/// - The clock is the machine's uptime, which does not jump.
public final class DispatchDebouncer<Key: Hashable & Sendable>: Sendable {
  let base: Pacer<Key, DebounceMachine<QueueSubmission>>

  /// Makes a debouncer.
  ///
  /// - Parameters:
  ///   - interval: The quiet interval after which an action runs.
  ///   - leading: Whether the first action of a burst also runs, at once.
  ///   - maxWait: The longest wait of an action in an endless burst; `nil` for no limit, zero or less
  ///     for no wait.
  ///   - key: The type of the keys. Default: there are none.
  ///   - queue: The queue on which actions run.
  public convenience init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    keyedBy key: Key.Type = Unkeyed.self, queue: DispatchQueue
  ) {
    self.init(interval, leading: leading, maxWait: maxWait, keyedBy: key, queue: queue, alarm: nil)
  }

  init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    keyedBy key: Key.Type = Unkeyed.self, queue: DispatchQueue, alarm: (any Alarm)?
  ) {
    base = Pacer(
      DebounceMachine(interval, leading: leading, maxWait: maxWait), queue: queue, alarm: alarm)
  }

  deinit { base.close() }

  /// How many keys take memory now.
  package var count: Int { base.activeKeys }

  /// Submits `action`, and cancels the pending one of the same key.
  ///
  /// - Parameters:
  ///   - key: The key, where there are keys.
  ///   - action: The action, which runs on the queue after the quiet interval.
  ///   - onCancel: Called once if `action` will never run.
  @specialized(where Key == Unkeyed)
  public func callAsFunction(
    for key: Key = Unkeyed(), action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.submit(key, action, onCancel)
  }

  /// Cancels the pending action, if any.
  ///
  /// - Parameter key: The key, where there are keys.
  public func cancel(for key: Key = Unkeyed()) { base.withdraw(key) }
}
