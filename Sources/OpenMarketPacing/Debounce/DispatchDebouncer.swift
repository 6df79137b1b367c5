public import Dispatch

/// Runs the last action of a burst on a dispatch queue, once it has been quiet for an interval.
///
/// ```swift
/// let debouncer = DispatchDebouncer(.milliseconds(300), queue: .main)
/// debouncer { save(draft) } onCancel: { dropped += 1 }
/// ```
///
/// - Every action either runs or is cancelled, exactly once: when a newer one replaces it, when it is taken
///   back by ``cancel()``, or when the debouncer goes away, even if the queue is suspended. `onCancel` is called
///   on the thread that caused it.
/// - While the queue is busy or suspended it is handed one action per interval at most.
/// - On a serial queue actions do not overlap. One that never returns blocks that queue.
/// - Any thread may submit, and so may an action or an `onCancel`.
/// - Submitting takes a lock and reads the clock. It allocates nothing, and the timer is left alone.
///
/// An interval of zero or less paces nothing: every action goes to the queue at once. One beyond 292 years
/// counts as that. The clock is the machine's uptime, which does not jump.
public final class DispatchDebouncer: Sendable {
  let base: QueuePacer<Unkeyed, DebounceMachine<QueueSubmission>>

  /// Makes a debouncer.
  ///
  /// - Parameters:
  ///   - interval: How long it must have been quiet.
  ///   - leading: Whether the first action of a burst also runs, at once.
  ///   - maxWait: The longest time an action of a burst without end waits; nil for no bound, zero or less
  ///     for no wait.
  ///   - queue: Where actions run.
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

  /// Submits `action`, and cancels the one that waits.
  ///
  /// - Parameters:
  ///   - action: Runs on the queue when it has been quiet.
  ///   - onCancel: Called once if `action` will never run.
  public func callAsFunction(
    action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(QueueSubmission(action: action, onCancel: onCancel), for: Unkeyed())
  }

  /// Cancels the action that waits, if any.
  public func cancel() { base.pacer.withdraw(Unkeyed()) }
}
