package import Foundation
import OpenMarketHTTP
import OpenMarketStore

/// Whether anything may be sent at all: open for a while when the network or the server as a whole fails,
/// and until the credentials change when the server does not know who sells.
///
/// A write that fails by itself waits by itself and opens nothing.
package struct DeliveryCircuitBreaker: Hashable {
  private(set) var retryAt: Date?
  /// Until when the server has asked to be left alone, which only the user overrides.
  private var heldUntil: Date?
  private(set) var isUnauthorized = false
  private var failures = 0
  private var failuresInARow: Set<Submission.ID> = []

  /// How many different submissions may fail one after the other before it is the server that fails.
  static let tolerance = 4

  /// Whether anything may be sent.
  package func allowsRequests(at now: Date) -> Bool { !isUnauthorized && (retryAt.map { $0 <= now } ?? true) }

  /// An attempt has brought a response that settles something.
  mutating func noteResponse() { self = DeliveryCircuitBreaker() }

  /// An attempt of `id` has failed in a way that may pass.
  mutating func noteFailure(
    of id: Submission.ID, _ failure: AttemptFailure, backoff: RetryPolicy, now: Date, fraction: Double
  ) {
    if failure.remedy == .authorize {
      isUnauthorized = true
      return
    }
    failuresInARow.insert(id)
    guard failure.isOfTheNetwork || failuresInARow.count >= Self.tolerance else { return }
    failures += 1
    let delay = backoff.backoff(after: failures) * fraction
    let hold = failure.retryAfter.map { backoff.hold(for: $0, fraction: fraction) } ?? .zero
    let next = now + max(delay, hold).seconds
    retryAt = max(retryAt ?? next, next)
    if hold > .zero { heldUntil = max(heldUntil ?? now, now + hold.seconds) }
  }

  /// Writes that waited for other credentials are due again, which may have come unheard: one attempt finds out.
  mutating func retryUnauthorized() { isUnauthorized = false }

  /// There is a reason to try at once: something new, the network is back, or the app was started.
  /// - Parameters:
  ///   - overridesHold: Whether the user wants it, so that it does not matter what the server has asked for.
  ///   - now: The calendar time. A hold longer than any that is followed is of a calendar that was set back since.
  mutating func retryNow(overridesHold: Bool = false, now: Date) {
    if let heldUntil, overridesHold || heldUntil > now + SubmissionMachine.longestHold.seconds {
      self.heldUntil = nil
    }
    retryAt = heldUntil
  }
}
