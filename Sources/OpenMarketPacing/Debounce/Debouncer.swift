/// Runs the last action of a burst once it has been quiet for an interval.
///
/// ```swift
/// let debouncer = Debouncer(.milliseconds(300))
/// debouncer { await search(text) }          // at every keystroke
/// ```
///
/// - Every action either runs or is cancelled, exactly once: when a newer one replaces it, when it is taken
///   back by ``cancel()``, or when the debouncer goes away. `onCancel` is called on the thread that caused it.
/// - Actions run in tasks of their own and may overlap if they take longer than the interval; ``LatestOnly``
///   makes the older one void. An action that never returns does not hold up the next. The tasks do not
///   inherit the submitter's task-local values.
/// - Any thread may submit, and so may an action or an `onCancel`.
/// - Submitting takes a lock and reads the clock. It allocates nothing, and the timer is left alone.
///
/// An interval of zero or less paces nothing: every action runs at once. One beyond 292 years counts as that. If
/// the clock jumps ahead, what became due runs then; if it jumps back, time counts on from the last event.
public final class Debouncer: Sendable {
  let base: TaskPacer<Unkeyed, DebounceMachine<TaskSubmission>>

  /// Makes a debouncer.
  ///
  /// - Parameters:
  ///   - interval: How long it must have been quiet.
  ///   - leading: Whether the first action of a burst also runs, at once.
  ///   - maxWait: The longest time an action of a burst without end waits; nil for no bound, zero or less
  ///     for no wait.
  ///   - clock: The clock that measures the interval.
  ///   - priority: The priority of the tasks in which actions run.
  public init(
    _ interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil
  ) {
    let machine = DebounceMachine<TaskSubmission>(
      interval: Interval(interval), leading: leading, maxWait: maxWait.map { Interval($0) })
    base = TaskPacer(machine, clock: clock, priority: priority)
  }

  deinit { base.pacer.close() }

  /// Submits `action`, and cancels the one that waits.
  ///
  /// - Parameters:
  ///   - action: Runs when it has been quiet.
  ///   - onCancel: Called once if `action` will never run.
  public func callAsFunction(
    _ action: @escaping @Sendable () async -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    base.pacer.submit(TaskSubmission(action: action, onCancel: onCancel), for: Unkeyed())
  }

  /// Submits `operation` and waits for its result.
  ///
  /// Cancelling the calling task takes the operation back if it waits, and cancels it if it runs.
  ///
  /// - Parameter operation: Runs when it has been quiet.
  /// - Returns: What the operation returned.
  /// - Throws: What the operation threw; `CancellationError` when a newer one took its place.
  public func run<T: Sendable>(_ operation: @escaping @Sendable () async throws -> T) async throws -> T {
    try await base.run(Unkeyed(), operation)
  }

  /// Cancels the action that waits, if any.
  public func cancel() { base.pacer.withdraw(Unkeyed()) }
}
