/// A reason for work that several triggers share: a screen appears, a button is tapped, a list is pulled.
///
/// An app names its own, as literals or as static members: `static let appeared: Trigger = "appeared"`.
public struct Trigger: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Makes a trigger named `value`.
  public init(stringLiteral value: String) { rawValue = value }
}

/// One firing of a trigger.
public struct TriggerEvent: Hashable, Sendable {
  /// The trigger that was fired.
  package let trigger: Trigger
  /// Whether the user fired it, who expects to see something happen; else the app did by itself.
  package let isByUser: Bool

  /// Makes an event.
  public init(_ trigger: Trigger, byUser: Bool = false) {
    (self.trigger, isByUser) = (trigger, byUser)
  }
}

/// One run, and the triggers it serves.
public struct TriggerRun: Hashable, Sendable {
  /// The trigger that counts: the newest, or in mode `.earliest` the first.
  package internal(set) var cause: TriggerEvent
  /// All triggers that the run serves, each once, in the order of their first firing.
  public internal(set) var triggers: [Trigger]
  /// Whether the user fired any of them, and so waits for the result and may want to see its error.
  public internal(set) var isByUser: Bool

  init(_ event: TriggerEvent) {
    cause = event
    triggers = [event.trigger]
    isByUser = event.isByUser
  }
}

/// The effect of a trigger, known when it is fired.
public enum TriggerOutcome: Hashable, Sendable {
  /// The work runs now.
  case ran
  /// The work will run when the window has ended, in about `after`, or as soon after that as the current run ends.
  case scheduled(after: Duration)
  /// The run scheduled for an earlier trigger will serve it.
  case merged
  /// The trigger is dropped; firing again after `retryAfter` can succeed.
  case tooSoon(retryAfter: Duration)
}
