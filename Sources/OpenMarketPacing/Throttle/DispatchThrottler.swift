public import Dispatch

/// A throttler on a dispatch queue: runs at most one action per interval, chosen by ``ThrottleMode``.
///
/// ```swift
/// let throttler = DispatchThrottler(.milliseconds(100), queue: .main)
/// throttler { show(progress) }              // at every chunk
/// ```
///
/// It is a ``Throttler`` in all but these points:
///
/// - An action that is not run is cancelled even if the queue is suspended.
/// - While the queue is busy or suspended it is handed one action per interval at most.
/// - On a serial queue actions do not overlap. One that never returns blocks that queue.
/// - The clock is the machine's uptime, which does not jump.
public final class DispatchThrottler<Key: Hashable & Sendable>: Sendable {
  let base: Pacer<Key, ThrottleMachine<QueueSubmission>>

  /// Makes a throttler.
  ///
  /// - Parameters:
  ///   - interval: The length of a window, which begins with each run.
  ///   - mode: The choice of the actions of a window that run.
  ///   - key: The type of the keys. Default: there are none.
  ///   - queue: The queue on which actions run.
  public convenience init(
    _ interval: Duration, mode: ThrottleMode = .latest, keyedBy key: Key.Type = Unkeyed.self,
    queue: DispatchQueue
  ) {
    self.init(interval, mode: mode, keyedBy: key, queue: queue, alarm: nil)
  }

  init(
    _ interval: Duration, mode: ThrottleMode = .latest, keyedBy key: Key.Type = Unkeyed.self,
    queue: DispatchQueue, alarm: (any Alarm)?
  ) {
    base = Pacer(
      ThrottleMachine(interval: Interval(interval), mode: mode), queue: queue, alarm: alarm)
  }

  deinit { base.close() }

  /// Submits `action`.
  ///
  /// - Parameters:
  ///   - key: The key, where there are keys.
  ///   - action: The action, which runs on the queue, at once or at the end of the window.
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
