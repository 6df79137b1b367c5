/// One ``TriggerMerger`` per key (per list, say), made when needed and forgotten when idle, all on one timer.
package final class KeyedTriggerMerger<Key: Hashable & Sendable>: Sendable {
  let pacer: Pacer<Key, MergeMachine>

  /// Makes a merger.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  ///   - priority: The priority of the tasks in which runs happen.
  ///   - action: Does the work.
  package init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil,
    action: @escaping @Sendable (Key, TriggerRun) async -> Void
  ) {
    pacer = Pacer(
      MergeMachine(window: Interval(window), mode: mode),
      alarm: ClockAlarm(clock, priority: priority)
    ) { run, key, pacer in
      Task.detached(priority: priority) {
        await action(key, run)
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
