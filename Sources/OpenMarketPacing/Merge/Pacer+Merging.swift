import Dispatch

extension Pacer where Machine == MergeMachine {
  /// Makes a pacer whose runs happen in tasks.
  convenience init(
    _ window: Duration, _ mode: ThrottleMode, _ clock: some Clock<Duration>, _ priority: TaskPriority?,
    _ action: @escaping @Sendable (Key, TriggerRun) async -> Void
  ) {
    self.init(
      MergeMachine(window: Interval(window), mode: mode), alarm: ClockAlarm(clock, priority: priority)
    ) { run, key, pacer in
      Task.detached(priority: priority) {
        await action(key, run)
        pacer.runEnded(key)
      }
    } cancel: { _ in
    }
  }

  /// Makes a pacer whose runs happen on `queue`.
  convenience init(
    _ window: Duration, _ mode: ThrottleMode, _ queue: DispatchQueue, _ alarm: (any Alarm)?,
    _ action: @escaping @Sendable (Key, TriggerRun) -> Void
  ) {
    self.init(
      MergeMachine(window: Interval(window), mode: mode), alarm: alarm ?? DispatchAlarm(queue: queue)
    ) { run, key, pacer in
      queue.async {
        action(key, run)
        pacer.runEnded(key)
      }
    } cancel: { _ in
    }
  }
}
