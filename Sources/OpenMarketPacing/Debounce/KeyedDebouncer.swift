/// One ``Debouncer`` per key, made when needed and forgotten when idle, all on one timer.
///
/// ```swift
/// let debouncer = KeyedDebouncer<Product.ID>(.seconds(1))
/// debouncer(product.id) { await saveFavourite(product) }
/// ```
public final class KeyedDebouncer<Key: Hashable & Sendable>: Sendable {
  let base: TaskPacer<Key, DebounceMachine<TaskSubmission>>

  /// Makes a debouncer without keys; see ``Debouncer/init(_:leading:maxWait:clock:priority:)``.
  public init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil
  ) {
    let machine = DebounceMachine<TaskSubmission>(
      interval: Interval(interval), leading: leading, maxWait: maxWait.map { Interval($0) })
    base = TaskPacer(machine, clock: clock, priority: priority)
  }

  deinit { base.pacer.close() }

  /// How many keys take memory now.
  package var count: Int { base.pacer.activeKeys }

  /// Submits `action` for `key`, and cancels the one that waits for that key.
  public func callAsFunction(
    _ key: Key, _ action: @escaping @Sendable () async -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(TaskSubmission(action: action, onCancel: onCancel), for: key)
  }

  /// Submits `operation` for `key` and waits for its result; see ``Debouncer/run(_:)``.
  public func run<T: Sendable>(
    _ key: Key, _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await base.run(key, operation)
  }

  /// Cancels the action that waits for `key`, if any.
  public func cancel(_ key: Key) { base.pacer.withdraw(key) }
}
