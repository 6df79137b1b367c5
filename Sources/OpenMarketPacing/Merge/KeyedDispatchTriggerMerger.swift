package import Dispatch

/// One ``DispatchTriggerMerger`` per key, made when needed and forgotten when idle, all on one timer.
package final class KeyedDispatchTriggerMerger<Key: Hashable & Sendable>: Sendable {
  let pacer: Pacer<Key, MergeMachine>

  /// Makes a merger.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - queue: Where runs happen.
  ///   - action: Does the work; the run ends when it returns.
  package convenience init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest, queue: DispatchQueue,
    action: @escaping @Sendable (Key, TriggerRun) -> Void
  ) {
    self.init(window: window, mode: mode, queue: queue, alarm: DispatchAlarm(queue: queue), action: action)
  }

  init(
    window: Duration, mode: ThrottleMode, queue: DispatchQueue, alarm: any Alarm,
    action: @escaping @Sendable (Key, TriggerRun) -> Void
  ) {
    pacer = Pacer(MergeMachine(window: Interval(window), mode: mode), alarm: alarm) { run, key, pacer in
      queue.async {
        action(key, run)
        pacer.runEnded(key)
      }
    } cancel: { _ in
    }
  }

  deinit { pacer.close() }

  /// How many keys take memory now.
  package var count: Int { pacer.activeKeys }

  /// Fires `trigger` for `key`.
  ///
  /// - Parameters:
  ///   - key: Whose run it asks for.
  ///   - trigger: What happened.
  ///   - origin: Who caused it.
  /// - Returns: What becomes of it.
  @discardableResult
  package func fire(_ key: Key, _ trigger: Trigger, by origin: TriggerEvent.Origin = .app) -> TriggerOutcome {
    pacer.submit(TriggerEvent(trigger, by: origin), for: key)
  }

  /// Takes back the run that is scheduled for `key`, if any.
  package func cancel(_ key: Key) { pacer.withdraw(key) }
}
