/// A promise that a schedule has broken.
public struct TrialViolation: Sendable, Hashable, CustomStringConvertible {
  /// Which promise.
  public enum Kind: String, Sendable, CaseIterable {
    /// Accepted, and the server has never done it; or not known any more.
    case lost
    /// Done more often than once, or never asked for.
    case doubled
    /// Refused, cancelled or discarded, and done all the same.
    case doneUnseen
    /// Done in another order than asked for.
    case misordered
    /// A listing of another device is taken for the user's.
    case mistaken
    /// A photo is gone or damaged before its listing was accepted, discarded or deleted.
    case photoLost
    /// Never comes to an end.
    case stuck
    /// The server, the device and what was asked for last differ.
    case diverged
    /// The user is asked twice about one write.
    case askedTwice
    /// Something throws that the user was not prepared for.
    case failed
  }

  var kind: Kind
  var text: String

  /// Kind and details.
  public var description: String { "\(kind.rawValue): \(text)" }
}

/// What is no violation, but worth counting.
struct TrialTally: Sendable {
  /// How often the user was asked whether a write was carried out.
  var questions = 0
  /// How often although nobody else had a listing like it.
  var needlessQuestions = 0
  /// Some of the schedules in which that happened.
  var needlessSeeds: [UInt64] = []
  /// How often a write was refused that had not been carried out, and had to be sent again by hand.
  var refusals = 0
  /// How often a process was suspended.
  var suspensions = 0
}

extension Trial {
  func report(_ kind: TrialViolation.Kind, _ text: String) {
    let violation = TrialViolation(kind: kind, text: text)
    if !violations.contains(violation) { violations.append(violation) }
  }
}
