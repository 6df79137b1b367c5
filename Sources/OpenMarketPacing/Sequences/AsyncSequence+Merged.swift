extension AsyncSequence where Self: Sendable, Element == TriggerEvent {
  /// Many triggers, merged into throttled runs; see ``TriggerMerger``.
  ///
  /// The consumer's loop body is the run: a trigger that arrives during it leads to one more element afterwards.
  /// When this sequence ends, a run that waits still comes out when its time has come.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func merged(
    window: Duration = .seconds(5), mode: ThrottleMode = .latest,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<TriggerRun, Failure> & Sendable {
    let machine = MergeMachine(window: Interval(window), mode: mode)
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: .all) { _ in Unkeyed() }
  }

  /// Many triggers, merged per key into throttled runs.
  ///
  /// The consumer's loop body is the run of the element's key; the other keys' runs come in between.
  ///
  /// - Parameters:
  ///   - key: Says which triggers ask for the same.
  ///   - window: The time from one run's beginning to the next of the same key.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func merged<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (TriggerEvent) -> Key, window: Duration = .seconds(5),
    mode: ThrottleMode = .latest, clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<TriggerRun, Failure> & Sendable {
    let machine = MergeMachine(window: Interval(window), mode: mode)
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: .all, key: key)
  }
}
