public import Dispatch

/// Runs at most one action per interval on a dispatch queue; ``ThrottleMode`` says which.
///
/// ```swift
/// let throttler = DispatchThrottler(.milliseconds(100), queue: .main)
/// throttler { show(progress) }              // at every chunk
/// ```
///
/// - Every action either runs or is cancelled, exactly once: when the mode leaves it out, when it is taken
///   back by ``cancel()``, or when the throttler goes away, even if the queue is suspended. `onCancel` is called
///   on the thread that caused it.
/// - While the queue is busy or suspended it is handed one action per interval at most.
/// - On a serial queue actions do not overlap. One that never returns blocks that queue.
/// - Any thread may submit, and so may an action or an `onCancel`.
/// - Submitting takes a lock and reads the clock. It allocates nothing, and the timer is left alone.
///
/// An interval of zero or less paces nothing: every action goes to the queue at once. One beyond 292 years
/// counts as that. The clock is the machine's uptime, which does not jump.
public final class DispatchThrottler: Sendable {
  let base: QueuePacer<Unkeyed, ThrottleMachine<QueueSubmission>>

  /// Makes a throttler.
  ///
  /// - Parameters:
  ///   - interval: The length of a window, which begins with each run.
  ///   - mode: Which actions of a window run.
  ///   - queue: Where actions run.
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

  /// Submits `action`.
  ///
  /// - Parameters:
  ///   - action: Runs on the queue, at once or at the end of the window.
  ///   - onCancel: Called once if `action` will never run.
  public func callAsFunction(
    action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(QueueSubmission(action: action, onCancel: onCancel), for: Unkeyed())
  }

  /// Cancels the action that waits, if any.
  public func cancel() { base.pacer.withdraw(Unkeyed()) }
}
