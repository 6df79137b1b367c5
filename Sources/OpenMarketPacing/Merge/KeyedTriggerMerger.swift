package import Dispatch

/// One ``TriggerMerger`` per key (per list, say), made when needed and forgotten when idle, all on one timer.
package final class KeyedTriggerMerger<Key: Hashable & Sendable>: Sendable {
  private let pacer: Pacer<Key, MergeMachine>

  /// Makes a merger; see ``TriggerMerger/init(window:mode:clock:priority:action:)``.
  package init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest,
    clock: some Clock<Duration> = ContinuousClock(), priority: TaskPriority? = nil,
    action: @escaping @Sendable (Key, TriggerRun) async -> Void
  ) {
    pacer = Pacer(window, mode, clock, priority, action)
  }

  /// Makes a merger; see ``TriggerMerger/init(window:mode:queue:action:)``.
  package convenience init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest, queue: DispatchQueue,
    action: @escaping @Sendable (Key, TriggerRun) -> Void
  ) {
    self.init(window: window, mode: mode, queue: queue, alarm: nil, action: action)
  }

  init(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest, queue: DispatchQueue, alarm: (any Alarm)?,
    action: @escaping @Sendable (Key, TriggerRun) -> Void
  ) {
    pacer = Pacer(window, mode, queue, alarm, action)
  }

  deinit { pacer.close() }

  /// How many keys take memory now.
  package var count: Int { pacer.activeKeys }

  /// Fires `trigger` for `key`; see ``TriggerMerger/fire(_:byUser:)``.
  @discardableResult
  package func fire(_ key: Key, _ trigger: Trigger, byUser: Bool = false) -> TriggerOutcome {
    pacer.submit(TriggerEvent(trigger, byUser: byUser), for: key)
  }

  /// Takes back the run that is scheduled for `key`, if any.
  package func cancel(_ key: Key) { pacer.withdraw(key) }
}
