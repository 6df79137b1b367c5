extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// At most one element per interval; `mode` says which.
  ///
  /// When this sequence ends, an element that waits still comes out at the end of its window, then the end or
  /// the error.
  ///
  /// - Parameters:
  ///   - interval: The length of a window. Zero or less lets every element through.
  ///   - mode: Which elements of a window come out.
  ///   - buffer: What to keep while the consumer is busy.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func throttled(
    for interval: Duration, mode: ThrottleMode = .latest, buffer: PacingBuffer = .newest(1),
    clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = ThrottleMachine<Element>(interval: Interval(interval), mode: mode)
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: buffer) { _ in Unkeyed()
    }
  }

  /// At most one element per interval and key; `mode` says which.
  ///
  /// - Parameters:
  ///   - interval: The length of a window. Zero or less lets every element through.
  ///   - key: Says which elements belong together.
  ///   - mode: Which elements of a window come out.
  ///   - buffer: What to keep while the consumer is busy.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func throttled<Key: Hashable & Sendable>(
    for interval: Duration, by key: @escaping @Sendable (Element) -> Key, mode: ThrottleMode = .latest,
    buffer: PacingBuffer = .all, clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = ThrottleMachine<Element>(interval: Interval(interval), mode: mode)
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: buffer, key: key)
  }
}
