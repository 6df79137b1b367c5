public import Dispatch

/// A ``TriggerMerger`` whose runs happen on a dispatch queue.
public final class DispatchTriggerMerger: Sendable {
  let pacer: Pacer<Unkeyed, MergeMachine>

  /// Makes a merger.
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
    self.init(window: window, mode: mode, queue: queue, alarm: DispatchAlarm(queue: queue), action: action)
  }

  init(
    window: Duration, mode: ThrottleMode, queue: DispatchQueue, alarm: any Alarm,
    action: @escaping @Sendable (TriggerRun) -> Void
  ) {
    pacer = Pacer(MergeMachine(window: Interval(window), mode: mode), alarm: alarm) { run, key, pacer in
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
  ///   - origin: Who caused it.
  /// - Returns: What becomes of it.
  @discardableResult
  public func fire(_ trigger: Trigger, by origin: TriggerEvent.Origin = .app) -> TriggerOutcome {
    pacer.submit(TriggerEvent(trigger, by: origin), for: Unkeyed())
  }

  /// Takes back the run that is scheduled, if any.
  public func cancel() { pacer.withdraw(Unkeyed()) }
}
