/// Runs at most one event per interval.
struct ThrottleMachine<Event: Sendable>: PacingMachine {
  let interval: Interval
  let mode: ThrottleMode

  private var pending: Event?
  private var windowEnd: Moment?

  init(interval: Interval, mode: ThrottleMode = .latest) {
    self.interval = interval
    self.mode = mode
  }

  var wake: Moment? { windowEnd }
  var hasPending: Bool { pending != nil }

  mutating func submit(_ event: Event, at now: Moment) -> PacingStep<Event, Event, Void> {
    guard interval > .zero else { return PacingStep(run: event) }
    guard windowEnd != nil else {
      windowEnd = now.advanced(by: interval)
      return PacingStep(run: event)
    }
    switch (mode, pending) {
    case (.latest, let older):
      pending = event
      return PacingStep(cancelled: older)
    case (.earliest, nil):
      pending = event
      return PacingStep()
    case (.earliest, _), (.leadingOnly, _):
      return PacingStep(cancelled: event)
    }
  }

  mutating func ring(at now: Moment) -> Event? {
    guard let windowEnd, windowEnd <= now else { return nil }
    self.windowEnd = pending == nil ? nil : now.advanced(by: interval)
    return pending.take()
  }

  mutating func withdraw(where condition: (Event) -> Bool) -> Event? {
    guard let event = pending, condition(event) else { return nil }
    return pending.take()
  }
}

/// The choice of the events of a window that run.
///
/// A window begins with each run and lasts one interval; an event outside any window runs at once.
public enum ThrottleMode: Hashable, Sendable, CaseIterable {
  /// The newest event of a window runs at its end.
  case latest
  /// The first event of a window runs at its end.
  case earliest
  /// No event of a window runs: a guard against double taps.
  case leadingOnly
}
