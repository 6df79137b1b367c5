extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The last element of each burst, once it has been quiet for `interval`.
  ///
  /// When this sequence ends, an element that waits comes out at once, then the end or the error.
  ///
  /// - Parameters:
  ///   - interval: How long it must have been quiet. Zero or less lets every element through.
  ///   - leading: Whether the first element of a burst also comes out, at once.
  ///   - maxWait: The longest time an element of a burst without end waits; nil for no bound, zero or less
  ///     for no wait.
  ///   - buffer: What to keep while the consumer is busy.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func debounced(
    for interval: Duration, leading: Bool = false, maxWait: Duration? = nil,
    buffer: PacingBuffer = .newest(1), clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = DebounceMachine<Element>(
      interval: Interval(interval), leading: leading, maxWait: maxWait.map { Interval($0) })
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: buffer) { _ in Unkeyed()
    }
  }

  /// The last element of each burst of a key, once that key has been quiet for `interval`.
  ///
  /// - Parameters:
  ///   - interval: How long it must have been quiet. Zero or less lets every element through.
  ///   - key: Says which elements belong together.
  ///   - leading: Whether the first element of a burst also comes out, at once.
  ///   - maxWait: The longest time an element of a burst without end waits; nil for no bound, zero or less
  ///     for no wait.
  ///   - buffer: What to keep while the consumer is busy.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A sequence that reads this one in a task of its own.
  public func debounced<Key: Hashable & Sendable>(
    for interval: Duration, by key: @escaping @Sendable (Element) -> Key, leading: Bool = false,
    maxWait: Duration? = nil, buffer: PacingBuffer = .all, clock: some Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    let machine = DebounceMachine<Element>(
      interval: Interval(interval), leading: leading, maxWait: maxWait.map { Interval($0) })
    return PacedSequence(base: self, blank: machine, clock: AnyClock(clock), buffer: buffer, key: key)
  }
}
