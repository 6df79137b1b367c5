/// The rules that decide which events run, and when: a value without clock, task or lock, driven by ``Pacer``.
///
/// One instance serves one key. It is idle, and may be forgotten, when it behaves like a new one.
protocol PacingMachine<Event, Work>: Sendable {
  /// The submitted events.
  associatedtype Event: Sendable
  /// The work to run: the event itself, or several of them combined.
  associatedtype Work: Sendable
  /// The result for the submitter.
  associatedtype Outcome = Void

  /// When `ring(at:)` has something to do.
  var wake: Moment? { get }
  var isIdle: Bool { get }
  /// Whether an event waits that has neither run nor been cancelled.
  var hasPending: Bool { get }

  /// Takes an event. What is due at the same moment has been rung for before.
  mutating func submit(_ event: Event, at now: Moment) -> PacingStep<Event, Work, Outcome>

  /// Gives out the work that is due, and does nothing when called early.
  mutating func ring(at now: Moment) -> Work?

  /// The work given out last has ended; gives out what waited for that.
  mutating func runEnded(at now: Moment) -> Work?

  /// No event will follow; gives out what need not wait any more.
  mutating func finish(at now: Moment) -> Work?

  /// Gives back the waiting event, if `condition` holds for it.
  mutating func withdraw(where condition: (Event) -> Bool) -> Event?
}

/// The consequences of an event.
package struct PacingStep<Event, Work, Outcome> {
  /// To be run now.
  package var run: Work?
  /// Will never run.
  var cancelled: Event?
  var outcome: Outcome
}

extension PacingStep where Outcome == Void {
  init(run: Work? = nil, cancelled: Event? = nil) {
    self.init(run: run, cancelled: cancelled, outcome: ())
  }
}

extension PacingMachine {
  var isIdle: Bool { wake == nil }
  mutating func runEnded(at now: Moment) -> Work? { nil }
  mutating func finish(at now: Moment) -> Work? { nil }
}

/// The key of a ``Debouncer`` or ``Throttler`` without keys: a stored one is written `Debouncer<Unkeyed>`.
public struct Unkeyed: Hashable, Sendable {
  /// Makes the key, which equals any other.
  @usableFromInline package init() {}
}
