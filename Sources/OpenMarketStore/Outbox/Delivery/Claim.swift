package import Foundation
package import OpenMarketAPI

/// A submission that one process has taken in hand until its lease ends.
package struct Claim: Sendable, Hashable {
  /// The submission as it was taken.
  package var submission: Submission
  /// Whether an earlier try may have had its effect.
  package var doubt: Doubt
  /// When the first such try was made.
  package var doubtSince: Date?
  /// For a new listing: the highest number of the market before the first try.
  package var baseline: Product.ID?
  /// Until when nobody else touches it.
  package var leaseEnd: Date
  /// Whether this version of the library can read what is to be sent.
  package var isReadable: Bool
}

/// What becomes of a claimed submission.
package struct Verdict: Sendable, Hashable {
  /// How it goes on.
  package enum Outcome: Sendable, Hashable {
    /// Done, with the server's answer. A new listing must have one, since it gives the number.
    case accepted(Product?)
    /// Try again at a moment; `isHeld` when the server named it.
    case wait(until: Date, SubmissionFailure, isHeld: Bool)
    /// Wait for other credentials.
    case park(SubmissionFailure)
    /// Let the user decide.
    case ask([FieldConflict])
    /// Give up.
    case refuse(SubmissionFailure)
    /// Put it back as if it had not been taken.
    case release
  }

  /// The submission.
  package var id: Submission.ID
  /// How it goes on.
  package var outcome: Outcome
  /// Whether it may have had its effect.
  package var doubt: Doubt
  /// Whether it was not sent this time.
  package var isUnsent: Bool

  /// Makes a verdict.
  package init(_ id: Submission.ID, _ outcome: Outcome, doubt: Doubt = .none, isUnsent: Bool = false) {
    self.id = id
    self.outcome = outcome
    self.doubt = doubt
    self.isUnsent = isUnsent
  }
}

/// Who claims, and for how long.
package struct Lease: Sendable, Hashable {
  /// The driver's name, its own in each process.
  package var owner: String
  /// When somebody else may take over.
  package var end: Date

  /// Makes a lease.
  package init(owner: String, end: Date) {
    self.owner = owner
    self.end = end
  }
}

/// What one transaction of a driver has brought.
package struct DeliveryRound: Sendable, Hashable {
  /// What it may send now, first come first.
  package var claims: [Claim] = []
  /// When there is something to do again; `nil` when nothing waits for a time.
  package var nextDue: Date?
  /// Whether others have something in hand.
  package var othersHold = false
}

/// Whether a claimed submission may be sent.
package enum Beginning: Sendable, Hashable {
  /// It may.
  case begun
  /// Somebody else has taken it over.
  case lost
  /// A new listing that is equal in all fields may have had its effect, which must be known first: neither
  /// could tell its own effect from the other's.
  case hasTwin
}
