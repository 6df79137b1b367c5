package import Foundation
package import OpenMarketAPI
package import OpenMarketPacing

/// A submission claimed by one holder, for as long as the holder exists.
package struct Claim: Sendable, Hashable {
  package var submission: Submission
  /// Whether an earlier attempt may have had its effect.
  package var indeterminacy: Indeterminacy
  /// When the first such attempt was made under the present key; `nil` when that is not known.
  package var firstSent: Uptime?
  /// When the last attempt was made to which no response has come.
  package var lastSent: Uptime?
  /// How often its effect was looked up in vain, because the lookup failed.
  package var lookups: Int
  /// For a new listing: the highest number of the market before the first attempt.
  package var baseline: Product.ID?
  /// Whether this version of the library can read what is to be sent.
  package var isReadable: Bool

  package init(
    submission: Submission, indeterminacy: Indeterminacy, firstSent: Uptime? = nil, lastSent: Uptime? = nil,
    lookups: Int, baseline: Product.ID? = nil, isReadable: Bool
  ) {
    self.submission = submission
    self.indeterminacy = indeterminacy
    self.firstSent = firstSent
    self.lastSent = lastSent
    self.lookups = lookups
    self.baseline = baseline
    self.isReadable = isReadable
  }
}

/// The outcome of a claimed submission.
package struct Verdict: Sendable, Hashable {
  /// How it goes on.
  package enum Outcome: Sendable, Hashable {
    /// Done, with the server's response. A new listing must have one, since it gives the number.
    case accepted(Product?)
    /// Try again so long after it is written down, whatever the calendar was before; `isHeld` when the server named the time.
    case wait(for: Duration, SubmissionFailure, isHeld: Bool)
    /// Wait for other credentials.
    case park(SubmissionFailure)
    /// Let the user decide about fields that both sides have changed.
    case ask([FieldConflict])
    /// Let the user say whether it was carried out.
    case question(SubmissionFailure, candidates: [Product])
    /// Give up.
    case refuse(SubmissionFailure)
    /// Put it back as if it had not been taken.
    case release
    /// Put it back until the outcome of an equal listing is known.
    case waitForDuplicate
  }

  package var id: Submission.ID
  /// When it was queued, which tells it from one with the same number in a file that has replaced its own; `nil` for whichever
  /// has the number.
  package var queuedAt: Date?
  /// When the attempt ended: what the server said is of then, however late it is written down. `nil` for when that is.
  package var endedAt: Date?
  /// How it goes on.
  package var outcome: Outcome
  /// Whether it may have had its effect.
  package var indeterminacy: Indeterminacy
  /// When the last attempt was made to which no response has come.
  package var lastSent: Uptime?
  /// How often its effect was looked up in vain, because the lookup failed.
  package var lookups: Int
  /// Whether it was not sent this time.
  package var isUnsent: Bool

  package init(
    _ id: Submission.ID, _ outcome: Outcome, indeterminacy: Indeterminacy = .none, lastSent: Uptime? = nil,
    lookups: Int = 0, isUnsent: Bool = false
  ) {
    self.id = id
    self.outcome = outcome
    self.indeterminacy = indeterminacy
    self.lastSent = lastSent
    self.lookups = lookups
    self.isUnsent = isUnsent
  }

  /// Puts a claim back as it was taken.
  package init(releasing claim: Claim) {
    self.init(
      claim.submission.id, .release, indeterminacy: claim.indeterminacy, lastSent: claim.lastSent,
      lookups: claim.lookups, isUnsent: true)
    queuedAt = claim.submission.createdAt
  }
}

/// The result of one transaction of a driver.
package struct DeliveryRound: Sendable, Hashable {
  /// The submissions that it may send now, first come first.
  package var claims: [Claim] = []
  /// When there is something to do again; `nil` when nothing waits for a time.
  package var nextDue: Date?
  /// Whether others have claims.
  package var othersHold = false

  package init(claims: [Claim] = [], nextDue: Date? = nil, othersHold: Bool = false) {
    (self.claims, self.nextDue, self.othersHold) = (claims, nextDue, othersHold)
  }
}

/// Whether a claimed submission may be sent; all but ``begun`` are reasons why not.
package enum Beginning: Error, Hashable {
  /// It may.
  case begun
  /// Another process has taken it over.
  case lost
  /// The outcome of a new listing that is equal in all fields is unknown, and must be known first: neither could
  /// tell its own effect from the other's.
  case hasDuplicate
}
