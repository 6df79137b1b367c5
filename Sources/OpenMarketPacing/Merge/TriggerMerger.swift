public import Dispatch

/// Many triggers, one throttled run: a list that is asked for at six moments of a screen's life is loaded once.
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
/// - Each trigger is told at once what becomes of it; the user's own is never silently ignored.
/// - What is scheduled when the merger goes away does not run. A run that has begun goes on.
///
/// A window of zero or less only keeps runs from overlapping; one beyond 292 years counts as that.
public final class TriggerMerger: Sendable {
  let pacer: Pacer<Unkeyed, MergeMachine>

  /// Makes a merger.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  ///   - priority: The priority of the tasks in which runs happen.
  ///   - action: Does the work.
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

  /// Makes a merger whose runs happen on a dispatch queue.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - queue: Where runs happen.
  ///   - action: Does the work; the run ends when it returns.
  public convenience init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest, queue: DispatchQueue,
    action: @escaping @Sendable (TriggerRun) -> Void
  ) {
    self.init(window: window, mode: mode, queue: queue, alarm: nil, action: action)
  }

  init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest, queue: DispatchQueue, alarm: (any Alarm)?,
    action: @escaping @Sendable (TriggerRun) -> Void
  ) {
    pacer = Pacer(
      MergeMachine(window: Interval(window), mode: mode), alarm: alarm ?? DispatchAlarm(queue: queue)
    ) { run, key, pacer in
      queue.async {
        action(run)
        pacer.runEnded(key)
      }
    } cancel: { _ in
    }
  }

  deinit { pacer.close() }

  /// Fires `trigger`.
  ///
  /// - Parameters:
  ///   - trigger: What happened.
  ///   - byUser: Whether the user caused it, who expects to see something happen.
  /// - Returns: What becomes of it.
  @discardableResult
  public func fire(_ trigger: Trigger, byUser: Bool = false) -> TriggerOutcome {
    pacer.submit(TriggerEvent(trigger, byUser: byUser), for: Unkeyed())
  }

  /// Takes back the run that is scheduled, if any.
  public func cancel() { pacer.withdraw(Unkeyed()) }
}
