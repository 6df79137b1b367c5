extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The last element of each burst, once it has been quiet for `interval`.
  ///
  /// When this sequence ends, an element that waits comes out at once, then the end or the error.
  ///
  /// - Parameters:
  ///   - interval: How long it must have been quiet. Zero or less lets every element through.
  ///   - key: Says which elements belong together, each key by itself; nil for all of them.
  ///   - leading: Whether the first element of a burst also comes out, at once.
  ///   - maxWait: The longest time an element of a burst without end waits; nil for no bound, zero or less
  ///     for no wait.
  ///   - buffer: How many of the newest elements wait for a consumer who is busy; nil for one, or for all where there
  ///     are keys.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func debounced(
    for interval: Duration, by key: (@Sendable (Element) -> any Hashable & Sendable)? = nil,
    leading: Bool = false, maxWait: Duration? = nil, buffer: Int? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = DebounceMachine<Element>(interval, leading: leading, maxWait: maxWait)
    return PacedSequence(self, by: key, machine, buffer: buffer, clock: clock)
  }

  /// At most one element per interval; `mode` says which.
  ///
  /// When this sequence ends, an element that waits still comes out at the end of its window, then the end or
  /// the error.
  ///
  /// - Parameters:
  ///   - interval: The length of a window. Zero or less lets every element through.
  ///   - key: Says which elements belong together, each key by itself; nil for all of them.
  ///   - mode: Which elements of a window come out.
  ///   - buffer: How many of the newest elements wait for a consumer who is busy; nil for one, or for all where there
  ///     are keys.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func throttled(
    for interval: Duration, by key: (@Sendable (Element) -> any Hashable & Sendable)? = nil,
    mode: ThrottleMode = .latest, buffer: Int? = nil, clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = ThrottleMachine<Element>(interval: Interval(interval), mode: mode)
    return PacedSequence(self, by: key, machine, buffer: buffer, clock: clock)
  }
}

extension AsyncSequence where Self: Sendable, Element == TriggerEvent {
  /// Many triggers, coalesced into throttled runs; see ``TriggerMerger``.
  ///
  /// The consumer's loop body is the run: a trigger that arrives during it leads to one more element afterwards. With
  /// keys it is the run of the element's key, and the other keys' runs come in between. When this sequence ends, a run
  /// that waits still comes out when its time has come.
  ///
  /// - Parameters:
  ///   - window: The time from one run's beginning to the next, of the same key.
  ///   - key: Says which triggers ask for the same; nil for all of them.
  ///   - mode: Which trigger counts as the cause of a run; `.leadingOnly` drops those within a window.
  ///   - clock: The clock that measures the window.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func coalesced(
    within window: Duration = .seconds(5), by key: (@Sendable (Element) -> any Hashable & Sendable)? = nil,
    mode: ThrottleMode = .latest, clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<TriggerRun, Failure> & Sendable {
    let machine = MergeMachine(window: Interval(window), mode: mode)
    return PacedSequence(self, by: key, machine, buffer: .max, clock: clock)
  }
}
