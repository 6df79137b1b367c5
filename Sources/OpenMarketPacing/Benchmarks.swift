// What the benchmarks call, and no app needs.

extension Debouncer {
  /// The number of keys that take memory now.
  @_spi(Benchmarks) public var activeKeyCount: Int { count }
}

extension RateLimiter {
  /// The number of requests of a priority that wait.
  @_spi(Benchmarks) public func waitingCount(of priority: RequestPriority) -> Int {
    waiterCount(of: priority)
  }
}

/// Triggers that share runs, without clock and tasks; a run ends as soon as it has begun.
@_spi(Benchmarks) public struct BenchmarkMerger: Sendable {
  private var machine: MergeMachine

  /// Makes a merger with the window of a ``TriggerMerger``.
  public init(window: Duration) { machine = MergeMachine(window: Interval(window), mode: .latest) }

  /// Fires a trigger, `time` after the beginning.
  /// - Returns: The run that begins now, if any.
  public mutating func fire(_ trigger: String, at time: Duration) -> TriggerRun? {
    let now = Moment(nanoseconds: Interval(time).nanoseconds)
    // What is due has run before.
    if machine.ring(at: now) != nil { _ = machine.runEnded(at: now) }
    let step = machine.submit(TriggerEvent(trigger), at: now)
    if step.run != nil { _ = machine.runEnded(at: now) }
    return step.run
  }

  /// When the window ends at which something waits; `nil` for nothing.
  public var wake: Duration? {
    machine.hasPending ? machine.wake.map { .nanoseconds($0.nanoseconds) } : nil
  }

  /// The run that is due, if any.
  public mutating func ring(at time: Duration) -> TriggerRun? {
    let now = Moment(nanoseconds: Interval(time).nanoseconds)
    let run = machine.ring(at: now)
    if run != nil { _ = machine.runEnded(at: now) }
    return run
  }
}

/// A debouncer of numbered events, without clock and tasks.
@_spi(Benchmarks) public struct BenchmarkDebounce: Sendable {
  private var machine: DebounceMachine<Int>

  /// Makes one that runs the last event of a burst.
  public init(_ interval: Duration) { machine = DebounceMachine(interval, leading: false, maxWait: nil) }

  /// Takes an event, `time` after the beginning.
  /// - Returns: The earlier event that ran before, and when.
  public mutating func submit(_ event: Int, at time: Duration) -> (event: Int, at: Duration)? {
    let now = Moment(nanoseconds: Interval(time).nanoseconds)
    let run = ring(before: now)
    _ = machine.submit(event, at: now)
    return run
  }

  /// The last event, and when it runs.
  public mutating func finish() -> (event: Int, at: Duration)? { ring(before: nil) }

  private mutating func ring(before now: Moment?) -> (event: Int, at: Duration)? {
    guard let wake = machine.wake, now.map({ wake <= $0 }) ?? true else { return nil }
    return machine.ring(at: wake).map { ($0, .nanoseconds(wake.nanoseconds)) }
  }
}

/// The order of those who wait for a rate limiter, without clock and tasks.
@_spi(Benchmarks) public struct BenchmarkLimiter {
  private var machine: RateLimitMachine<Int>
  private var lastID: UInt64 = 0

  /// Makes one with a full bucket.
  public init(_ limit: RateLimit) { machine = RateLimitMachine(limit) }

  /// Lets `waiter` pass now, or has it wait.
  /// - Returns: Whether it may pass.
  public mutating func pass(_ waiter: Int, _ priority: RequestPriority, at time: Duration) -> Bool {
    if machine.take(at: moment(time), priority) { return true }
    lastID += 1
    machine.enqueue(waiter, id: lastID, at: priority)
    return false
  }

  /// Gives no token for a time.
  public mutating func pause(until time: Duration) { machine.pause(until: moment(time)) }

  /// The next waiter that may pass.
  public mutating func next(at time: Duration) -> Int? { machine.next(at: moment(time)) }

  /// When the next one may pass; `nil` while no request waits.
  public var wake: Duration? { machine.wake.map { .nanoseconds($0.nanoseconds) } }

  private func moment(_ time: Duration) -> Moment { Moment(nanoseconds: Interval(time).nanoseconds) }
}
