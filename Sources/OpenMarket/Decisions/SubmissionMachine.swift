import Foundation
package import OpenMarketHTTP
package import OpenMarketPacing
package import OpenMarketStore

/// Decides how a submission goes on after an attempt: facts in, a verdict out.
///
/// Without a clock, a store or a network.
package struct SubmissionMachine {
  /// A server that has responded so often with something else will go on doing so, and it is unknown what it did
  /// each time: the user has to look.
  static let attemptLimit = 8
  /// The longest that a server's wish to be left alone is followed, whatever it names.
  static let longestHold = Duration.seconds(15 * 60)

  /// The delays between attempts.
  var backoff: RetryPolicy
  let claim: Claim
  /// How often it was sent, this time included.
  let attempts: Int
  /// Whether an attempt before this one may have had its effect.
  let indeterminacy: Indeterminacy

  package init(
    backoff: RetryPolicy = RetryPolicy(), claim: Claim, attempts: Int, indeterminacy: Indeterminacy
  ) {
    (self.backoff, self.claim) = (backoff, claim)
    (self.attempts, self.indeterminacy) = (attempts, indeterminacy)
  }

  private var id: Submission.ID { claim.submission.id }

  /// The write's effect is certain.
  func accepted(_ response: Product?) -> Verdict { Verdict(id, .accepted(response)) }

  /// Whether the write had its effect cannot be found out.
  func question(_ failure: SubmissionFailure, _ candidates: [Product] = []) -> Verdict {
    Verdict(
      id, .question(failure, candidates: candidates),
      indeterminacy: max(indeterminacy, .responseLost), lastSent: claim.lastSent)
  }

  /// Decides how to go on after an attempt that failed after its first byte was sent; `fraction` is a random number from 0 up
  /// to 1. `nil` when it is refused, which proves nothing about what was sent: the effect is looked for first.
  package func failed(_ failure: AttemptFailure, uptime: Uptime, fraction: Double) -> Verdict? {
    let isOpen = failure.mayHaveActed || indeterminacy != .none
    let left = isOpen ? max(failure.indeterminacy, indeterminacy, .responseLost) : .none
    let lastSent = failure.mayHaveActed && !failure.hasResponse ? uptime : claim.lastSent
    switch failure.remedy {
    case .done, .refuse,
      .retrySomeTimes where attempts >= Self.attemptLimit:
      return isOpen ? nil : Verdict(id, .refuse(failure.failure))
    case .authorize: return Verdict(id, .park(failure.failure), indeterminacy: left, lastSent: lastSent)
    case .retry, .retrySomeTimes:
      return Verdict(id, wait(failure, fraction: fraction), indeterminacy: left, lastSent: lastSent)
    }
  }

  /// Decides how to go on after a failure before the first byte or after a refusal: that of the lookup for an effect.
  package func notSent(_ failure: AttemptFailure, fraction: Double) -> Verdict {
    // Without a network the lookup may go on for weeks; a server that refuses it will do so the next time.
    let mayPass = failure.remedy == .retry || failure.remedy == .authorize
    let lookups = claim.lookups + (mayPass ? 0 : 1)
    guard indeterminacy == .none || lookups < Self.attemptLimit else { return question(failure.failure) }
    let outcome: Verdict.Outcome =
      failure.remedy == .authorize
      ? .park(failure.failure) : wait(failure, fraction: fraction)
    return Verdict(
      id, outcome, indeterminacy: indeterminacy, lastSent: claim.lastSent, lookups: lookups, isUnsent: true)
  }

  private func wait(_ failure: AttemptFailure, fraction: Double) -> Verdict.Outcome {
    let delay = backoff.backoff(after: attempts + claim.lookups) * fraction
    let hold = failure.retryAfter.map { backoff.hold(for: $0, fraction: fraction) }
    let isHeld = hold.map { $0 > delay } ?? false
    return .wait(for: max(delay, hold ?? .zero), failure.failure, isHeld: isHeld)
  }
}

extension RetryPolicy {
  /// The delay when the server asks for one: a random part as long again is added, ``maxDelay`` at most, as it asks all
  /// devices for the same; never more than ``SubmissionMachine/longestHold``.
  func hold(for retryAfter: Duration, fraction: Double) -> Duration {
    let hold = max(.zero, min(retryAfter, SubmissionMachine.longestHold))
    return min(hold + min(hold, maxDelay) * fraction, SubmissionMachine.longestHold)
  }
}

extension Indeterminacy: Comparable {
  /// Orders them by how little is known: the less a response proves, the greater.
  package static func < (first: Indeterminacy, second: Indeterminacy) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension Duration {
  /// In seconds, with fraction.
  var seconds: TimeInterval { self / .seconds(1) }
}
