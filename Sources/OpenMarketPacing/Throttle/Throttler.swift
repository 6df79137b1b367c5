/// A throttler: runs at most one action per interval, chosen by ``ThrottleMode``.
///
/// ```swift
/// let throttler = Throttler(.milliseconds(500), mode: .leadingOnly)
/// throttler { await buy(product) }          // a double tap buys once
/// ```
///
/// Actions, keys, threads, costs and extreme intervals are as with a ``Debouncer``; here an action is cancelled when the
/// mode leaves it out.
public final class Throttler<Key: Hashable & Sendable>: Sendable {
  let base: Pacer<Key, ThrottleMachine<TaskSubmission>>

  /// Makes a throttler.
  ///
  /// - Parameters:
  ///   - interval: The length of a window, which begins with each run.
  ///   - mode: The choice of the actions of a window that run.
  ///   - key: The type of the keys. Default: there are none.
  ///   - clock: The clock that measures the interval.
  ///   - priority: The priority of the tasks in which actions run.
  public init(
    _ interval: Duration, mode: ThrottleMode = .latest, keyedBy key: Key.Type = Unkeyed.self,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil
  ) {
    base = Pacer(
      ThrottleMachine(interval: Interval(interval), mode: mode), clock: clock, priority: priority)
  }

  deinit { base.close() }

  /// Submits `action`.
  ///
  /// - Parameters:
  ///   - key: The key, where there are keys.
  ///   - action: The action, which runs at once or at the end of the window.
  ///   - onCancel: Called once if `action` will never run.
  @specialized(where Key == Unkeyed)
  public func callAsFunction(
    for key: Key = Unkeyed(), _ action: @escaping @Sendable () async -> Void,
    onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.submit(key, action, onCancel)
  }

  /// Submits `operation` and waits for its result.
  ///
  /// Cancelling the calling task takes the operation back if it waits, and cancels it if it runs.
  ///
  /// - Parameters:
  ///   - key: The key, where there are keys.
  ///   - operation: The work, which runs at once or at the end of the window.
  /// - Returns: What the operation returned.
  /// - Throws: What the operation threw; `CancellationError` when the mode left it out.
  public func run<T: Sendable>(
    for key: Key = Unkeyed(), _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await base.run(key, operation)
  }

  /// Cancels the pending action, if any.
  ///
  /// - Parameter key: The key, where there are keys.
  public func cancel(for key: Key = Unkeyed()) { base.withdraw(key) }
}
