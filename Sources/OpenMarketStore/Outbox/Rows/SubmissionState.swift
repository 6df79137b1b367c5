/// `submission.state`.
///
/// A state up to ``stuck`` holds up the later writes of its listing.
enum SubmissionState: Int64, CustomStringConvertible {
  case queued = 0
  case sending = 1
  case waiting = 2
  case unauthorized = 3
  /// The user has to decide: a conflict, or an outcome that cannot be found out.
  case undecided = 4
  /// A new listing that was refused: what was to be done with it later waits for it.
  case stuck = 5
  case refused = 6
  case accepted = 7
  case cancelled = 8
  case discarded = 9

  /// As SQL has it.
  var description: String { "\(rawValue)" }

  /// In SQL: whether a submission has no outcome yet, and so holds up the later writes of its listing.
  static let isOpen = "state <= \(stuck)"
}

/// Why it is not known whether a write has had its effect.
///
/// Ends by proof or by the user's decision alone: a refusal, another edit or another key proves nothing about a
/// request that was sent before.
package enum Indeterminacy: Int64, Sendable, Hashable {
  /// It is known.
  case none = 0
  /// It was sent, and no response has come.
  case responseLost = 1
  /// The response cannot be one to this request, so that sending again proves nothing: the effect must be looked
  /// up.
  case responseInvalid = 2
  /// Its key is bound to something else that was sent before, so that it can never be sent under that key.
  case idempotencyKeyConflict = 3
}
