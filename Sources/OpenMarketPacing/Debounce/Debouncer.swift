/// A debouncer: runs the last action of a burst after a quiet interval.
///
/// ```swift
/// let debouncer = Debouncer(.milliseconds(300))
/// debouncer { await search(text) }          // at every keystroke
///
/// let favourites = Debouncer(.seconds(1), keyedBy: Product.ID.self)
/// favourites(for: product.id) { await saveFavourite(product) }
/// ```
///
/// - Every action either runs or is cancelled, exactly once: when a newer one replaces it, when it is withdrawn
///   by ``cancel(for:)``, or when the debouncer is released. `onCancel` is called on the thread that caused it.
/// - Actions run in tasks of their own and may overlap if they take longer than the interval; ``LatestOnly``
///   makes the older one void. An action that never returns does not hold up the next. The tasks do not
///   inherit the submitter's task-local values.
/// - With `keyedBy:` it is one debouncer for each key, made when needed and forgotten when idle, all on one timer. Every
///   call then names its key.
/// - Any thread may submit, and so may an action or an `onCancel`.
/// - Submitting takes a lock and reads the clock. It allocates nothing, and the timer is left alone.
///
/// An interval of zero or less paces nothing: every action runs at once. One beyond 292 years counts as that. If
/// the clock jumps ahead, what became due runs then; if it jumps back, time counts on from the last event.
public final class Debouncer<Key: Hashable & Sendable>: Sendable {
  let base: Pacer<Key, DebounceMachine<TaskSubmission>>

  /// Makes a debouncer.
  ///
  /// - Parameters:
  ///   - interval: The quiet interval after which an action runs.
  ///   - leading: Whether the first action of a burst also runs, at once.
  ///   - maxWait: The longest wait of an action in an endless burst; `nil` for no limit, zero or less
  ///     for no wait.
  ///   - key: The type of the keys. Default: there are none.
  ///   - clock: The clock that measures the interval.
  ///   - priority: The priority of the tasks in which actions run.
  public init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    keyedBy key: Key.Type = Unkeyed.self, clock: some Clock<Duration> = ContinuousClock(),
    priority: TaskPriority? = nil
  ) {
    base = Pacer(
      DebounceMachine(interval, leading: leading, maxWait: maxWait), clock: clock, priority: priority)
  }

  deinit { base.close() }

  /// How many keys take memory now.
  package var count: Int { base.activeKeys }

  /// Submits `action`, and cancels the pending one of the same key.
  ///
  /// - Parameters:
  ///   - key: The key, for a debouncer with keys.
  ///   - action: The action, which runs after the quiet interval.
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
  ///   - key: The key, for a debouncer with keys.
  ///   - operation: The work, which runs after the quiet interval.
  /// - Returns: What the operation returned.
  /// - Throws: What the operation threw; `CancellationError` when a newer one took its place.
  public func run<T: Sendable>(
    for key: Key = Unkeyed(), _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await base.run(key, operation)
  }

  /// Cancels the pending action, if any.
  ///
  /// - Parameter key: The key, for a debouncer with keys.
  public func cancel(for key: Key = Unkeyed()) { base.withdraw(key) }
}
