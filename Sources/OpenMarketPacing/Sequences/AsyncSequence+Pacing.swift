extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the last element of each burst, after a quiet `interval`.
  ///
  /// When this sequence ends, an element that waits comes out at once, then the end or the error.
  ///
  /// - Parameters:
  ///   - interval: The quiet interval. Zero or less lets every element through.
  ///   - key: Returns the key of an element, each paced by itself; `nil` for one group of all.
  ///   - leading: Whether the first element of a burst also comes out, at once.
  ///   - maxWait: The longest wait of an element in an endless burst; `nil` for no limit, zero or less
  ///     for no wait.
  ///   - buffer: The number of newest elements kept for a busy consumer; `nil` for one, or for all where there
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

  /// Returns at most one element per interval, chosen by `mode`.
  ///
  /// When this sequence ends, an element that waits still comes out at the end of its window, then the end or
  /// the error.
  ///
  /// - Parameters:
  ///   - interval: The length of a window. Zero or less lets every element through.
  ///   - key: Returns the key of an element, each paced by itself; `nil` for one group of all.
  ///   - mode: The choice of the elements of a window.
  ///   - buffer: The number of newest elements kept for a busy consumer; `nil` for one, or for all where there
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
  /// Coalesces triggers into throttled runs; see ``TriggerMerger``.
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
