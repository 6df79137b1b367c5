/// `submission.state`.
///
/// What is up to ``stuck`` holds up the later writes of its listing.
enum SubmissionState: Int64 {
  case queued = 0
  case sending = 1
  case waiting = 2
  case unauthorized = 3
  case conflict = 4
  /// A new listing that was refused: what was to be done with it later waits for it.
  case stuck = 5
  case refused = 6
  case accepted = 7
  case cancelled = 8
  case discarded = 9
}

/// Whether a write may have had its effect although no answer says so.
package enum Doubt: Int64, Sendable, Hashable {
  /// It certainly had none.
  case none = 0
  /// It was sent, and no answer has come.
  case answerLost = 1
  /// What came cannot be the answer, so that asking again proves nothing: look for the effect.
  case answerWrong = 2
  /// Its key is bound to something else that was sent before, so that it can never be sent under that key.
  case keySpent = 3
}
