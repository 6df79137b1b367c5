/// A merger of triggers into throttled runs: a list requested at six moments of a screen's life is loaded once.
///
/// ```swift
/// let merger = TriggerMerger { run in await feed.reload(showingErrors: run.isByUser) }
/// merger.fire("appeared")
/// if case .tooSoon(let wait) = merger.fire("pullToRefresh", byUser: true) { show("Try again in \(wait)") }
/// ```
///
/// - The first trigger runs at once and opens a window; what comes within it runs, merged, at its end.
/// - Runs do not overlap: a trigger that arrives during a run schedules exactly one more, after it. So an action
///   that never returns blocks its merger; give it a deadline with ``withDeadline(_:clock:operation:)-(_,C,_)``.
/// - Firing returns the trigger's outcome at once; the user's own is never silently ignored.
/// - A scheduled run does not happen once the merger is released. A run that has begun continues.
///
/// A window of zero or less only keeps runs from overlapping; one beyond 292 years counts as that.
public final class TriggerMerger: Sendable {
  let pacer: Pacer<Unkeyed, MergeMachine>

  /// Makes a merger.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: The trigger that counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  ///   - priority: The priority of the tasks in which runs happen.
  ///   - action: The work.
  public init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil,
    action: @escaping @Sendable (TriggerRun) async -> Void
  ) {
    pacer = Pacer(
      MergeMachine(window: Interval(window), mode: mode), alarm: ClockAlarm(clock, priority: priority)
    ) { run, key, pacer in
      Task.detached(priority: priority) {
        await action(run)
        pacer.runEnded(key)
      }
    } cancel: { _ in
    }
  }

  deinit { pacer.close() }

  /// Fires `trigger`.
  ///
  /// - Parameters:
  ///   - trigger: The name of the trigger, which the app chooses.
  ///   - byUser: Whether the user caused it and expects a visible effect.
  /// - Returns: The outcome of the trigger.
  @discardableResult
  public func fire(_ trigger: String, byUser: Bool = false) -> TriggerOutcome {
    pacer.submit(TriggerEvent(trigger, byUser: byUser), for: Unkeyed())
  }

  /// Cancels the scheduled run, if any.
  public func cancel() { pacer.withdraw(Unkeyed()) }
}
