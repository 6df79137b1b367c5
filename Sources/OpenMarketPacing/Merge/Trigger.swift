/// One firing of a trigger: a screen appears, a button is tapped, a list is pulled.
public struct TriggerEvent: Hashable, Sendable {
  /// The name of the trigger, which the app chooses.
  package let trigger: String
  /// Whether the user fired it, who expects to see something happen; else the app did by itself.
  package let isByUser: Bool

  /// Makes an event of the trigger named `trigger`.
  public init(_ trigger: String, byUser: Bool = false) {
    (self.trigger, isByUser) = (trigger, byUser)
  }
}

/// One run, and the triggers it serves.
public struct TriggerRun: Hashable, Sendable {
  /// The trigger that counts: the newest, or in mode `.earliest` the first.
  package internal(set) var cause: TriggerEvent
  /// The names of all triggers that the run serves, each once, in the order of their first firing.
  public internal(set) var triggers: [String]
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
