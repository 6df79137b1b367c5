/// Runs the last event of a burst once it has been quiet for an interval.
package struct DebounceMachine<Event: Sendable>: PacingMachine {
  let interval: Interval
  /// Also run the first event of a burst, at once.
  let leading: Bool
  /// The longest time an event of an endless burst waits.
  let maxWait: Interval?

  private var pending: Event?
  /// When the burst is over, if no event comes before; nil between bursts.
  private var quietAt: Moment?
  /// When the pending event runs at the latest.
  private var latestAt: Moment?

  package init(_ interval: Duration, leading: Bool = false, maxWait: Duration? = nil) {
    self.interval = Interval(interval)
    self.leading = leading
    self.maxWait = maxWait.map { Interval($0) }
  }

  /// When `ring(at:)` has something to do.
  package var wake: Moment? {
    guard let quietAt else { return nil }
    return latestAt.map { min($0, quietAt) } ?? quietAt
  }
  var hasPending: Bool { pending != nil }

  package mutating func submit(_ event: Event, at now: Moment) -> PacingStep<Event, Event, Void> {
    guard interval > .zero else { return PacingStep(run: event) }
    let begins = quietAt == nil
    quietAt = now.advanced(by: interval)
    if begins && leading { return PacingStep(run: event) }
    if pending == nil { latestAt = maxWait.map { now.advanced(by: $0) } }
    let cancelled = pending
    pending = event
    return PacingStep(cancelled: cancelled)
  }

  package mutating func ring(at now: Moment) -> Event? {
    guard let wake, wake <= now else { return nil }
    latestAt = nil
    // After a run forced by `maxWait` the burst goes on; only a leading run needs to know that, and a timer for it.
    if let quietAt, quietAt <= now || !leading { self.quietAt = nil }
    return pending.take()
  }

  mutating func finish(at now: Moment) -> Event? { pending.take() }

  mutating func withdraw(where condition: (Event) -> Bool) -> Event? {
    guard let event = pending, condition(event) else { return nil }
    latestAt = nil
    return pending.take()
  }
}
