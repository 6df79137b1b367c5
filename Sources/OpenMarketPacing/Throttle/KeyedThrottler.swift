/// One ``Throttler`` per key, made when needed and forgotten when idle, all on one timer.
///
/// ```swift
/// let throttler = KeyedThrottler<Product.ID>(.seconds(1))
/// throttler(product.id) { await toggleFavourite(product) }
/// ```
public final class KeyedThrottler<Key: Hashable & Sendable>: Sendable {
  let base: TaskPacer<Key, ThrottleMachine<TaskSubmission>>

  /// Makes a throttler without keys; see ``Throttler/init(_:mode:clock:priority:)``.
  public init(
    _ interval: Duration, mode: ThrottleMode = .latest,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil
  ) {
    let machine = ThrottleMachine<TaskSubmission>(
      interval: Interval(interval), mode: mode)
    base = TaskPacer(machine, clock: clock, priority: priority)
  }

  deinit { base.pacer.close() }

  /// How many keys take memory now.
  package var count: Int { base.pacer.activeKeys }

  /// Submits `action` for `key`.
  public func callAsFunction(
    _ key: Key, _ action: @escaping @Sendable () async -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(TaskSubmission(action: action, onCancel: onCancel), for: key)
  }

  /// Submits `operation` for `key` and waits for its result; see ``Throttler/run(_:)``.
  public func run<T: Sendable>(
    _ key: Key, _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await base.run(key, operation)
  }

  /// Cancels the action that waits for `key`, if any.
  public func cancel(_ key: Key) { base.pacer.withdraw(key) }
}
