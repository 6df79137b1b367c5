package import Foundation
package import OpenMarketHTTP
package import OpenMarketStore

/// The schedule of an outbox: events in, actions out.
///
/// Submissions are claimed some ahead of those that are being sent, and outcomes are written down together, so
/// that one flush of the disk serves many. Knows no clock, no store and no network.
package struct DeliveryMachine {
  package enum Action: Hashable {
    /// Write these down and claim so many, in one transaction; then ``DeliveryMachine/committed(_:)`` or
    /// ``DeliveryMachine/commitFailed(_:now:)``.
    case commit([Delivery], claiming: Int)
    /// Send this; then ``DeliveryMachine/delivered(_:now:fraction:)``.
    case send(Claim)
    /// Come again at that moment, and not for an earlier one.
    case wake(at: Date)
  }

  /// The most listings that are written at once.
  let limit: Int
  let backoff: RetryPolicy
  /// Whether anything may be sent.
  package private(set) var breaker = DeliveryCircuitBreaker()
  private(set) var sending: Set<Submission.ID> = []
  private(set) var isCommitting = false
  private var claims: [Claim] = []
  private var outcomes: [Delivery] = []
  /// When the first of the outcomes came; long ago when they are not to wait for others.
  private var gatheringSince: Date?
  private var committing: [Delivery] = []
  /// When the store has something to claim, as far as is known.
  private var nextDue: Date? = .distantPast
  /// Whether there may be something since the transaction that is under way was begun, which may not have seen it.
  private var hasChanges = false
  private var failedCommits = 0
  /// Before when no transaction is tried; while it stops, set since one has failed.
  private var mayCommitAt: Date?
  /// How many are claimed ahead: more while all goes well, few when attempts fail, because what is claimed can
  /// neither be merged nor be taken back.
  private var ahead: Int
  private(set) var isStopping = false

  /// The most that are claimed ahead.
  static let maxAhead = 64
  /// How long an outcome waits for others while more is at hand to be sent, in seconds: one transaction serves all.
  static let gatheringTime = 0.025

  package init(limit: Int, backoff: RetryPolicy) {
    self.limit = max(1, limit)
    self.backoff = backoff
    ahead = self.limit
  }

  /// Whether nothing is on its way, in memory or to the disk; while it stops, also when the disk refuses what is left.
  var isQuiet: Bool {
    sending.isEmpty && !isCommitting
      && (isStopping && mayCommitAt != nil || outcomes.isEmpty && claims.isEmpty)
  }

  /// Whether nothing runs but the pause before another transaction, after two that could not be written.
  var isBlocked: Bool { failedCommits > 1 && sending.isEmpty && !isCommitting }

  /// Returns the present actions; to be called after every event.
  package mutating func next(now: Date) -> [Action] {
    var actions: [Action] = []
    let isOpen = breaker.allowsRequests(at: now) && !isStopping
    if isOpen {
      while sending.count < limit, !claims.isEmpty {
        let claim = claims.removeFirst()
        sending.insert(claim.submission.id)
        actions.append(.send(claim))
      }
    } else if !claims.isEmpty {
      // Not sent, so others may have them, and they can be taken back.
      outcomes += claims.map { Delivery(verdict: Verdict(releasing: $0)) }
      claims = []
    }
    if !isCommitting, mayCommitAt.map({ $0 <= now }) ?? true {
      let isDue = isOpen && (nextDue.map { $0 <= now } ?? false) && claims.count <= ahead / 2
      let room = isDue ? limit - sending.count + ahead - claims.count : 0
      if room > 0 || (!outcomes.isEmpty && !isGathering(at: now)) {
        (isCommitting, hasChanges) = (true, false)
        (committing, outcomes, gatheringSince) = (outcomes, [], nil)
        actions.append(.commit(committing, claiming: max(0, room)))
      }
    }
    if !isStopping, !isCommitting, let moment = wake(after: now) { actions.append(.wake(at: moment)) }
    return actions
  }

  /// The next moment at which there is something to do.
  private func wake(after now: Date) -> Date? {
    if let mayCommitAt, mayCommitAt > now { return mayCommitAt }
    if let gatheringSince, isGathering(at: now) {
      // A millisecond later, so that no rounding makes it come too early.
      return gatheringSince.addingTimeInterval(Self.gatheringTime + 0.001)
    }
    if let retryAt = breaker.retryAt, retryAt > now { return retryAt }
    guard !breaker.isUnauthorized, let nextDue, nextDue > now else { return nil }
    return nextDue
  }

  /// Whether the outcomes may wait for more. Not for long, since an attempt may hang, and not while the calendar goes
  /// back.
  private func isGathering(at now: Date) -> Bool {
    guard let gatheringSince, !claims.isEmpty, !isStopping else { return false }
    return (0..<Self.gatheringTime).contains(now.timeIntervalSince(gatheringSince))
  }

  // MARK: Events

  /// There may be something to claim.
  package mutating func noteChanges() { (nextDue, hasChanges) = (.distantPast, true) }

  /// There is a reason to retry pending writes that are delayed; `overridesHold` when the user wants it.
  package mutating func retryNow(overridesHold: Bool = false, now: Date) {
    breaker.retryNow(overridesHold: overridesHold, now: now)
    mayCommitAt = nil
    noteChanges()
  }

  /// Resumes sending when the vendor or its secret has changed.
  mutating func credentialsChanged(now: Date) {
    breaker = DeliveryCircuitBreaker()
    retryNow(now: now)
  }

  /// Writes that waited for other credentials are due again.
  package mutating func retryUnauthorized() {
    breaker.retryUnauthorized()
    noteChanges()
  }

  /// A transaction is on the disk.
  package mutating func committed(_ round: DeliveryRound) {
    (isCommitting, committing, failedCommits, mayCommitAt) = (false, [], 0, nil)
    claims += round.claims
    nextDue = hasChanges ? .distantPast : round.nextDue
  }

  /// Notes that what the outcomes say of products is kept: not once more, should their transaction fail, over what is read until then.
  package mutating func kept() {
    for index in committing.indices { committing[index].effect = .none }
  }

  /// A transaction could not be written; what it was to write is not forgotten.
  mutating func commitFailed(now: Date) {
    // They have waited long enough.
    (isCommitting, outcomes, committing, gatheringSince) = (false, committing + outcomes, [], .distantPast)
    if isStopping {
      // No later attempt, unless it goes on before the stop is complete: then the claims are still held.
      mayCommitAt = .distantFuture
      return
    }
    failedCommits += 1
    mayCommitAt = now + backoff.backoff(after: failedCommits).seconds
  }

  /// An attempt has ended.
  package mutating func delivered(_ delivery: Delivery, now: Date, fraction: Double) {
    sending.remove(delivery.verdict.id)
    if isStopping { mayCommitAt = nil }
    if !delivery.isVoid {
      outcomes.append(delivery)
      if gatheringSince == nil { gatheringSince = now }
    }
    guard let failure = delivery.failure, failure.remedy == .retry || failure.remedy == .authorize else {
      if !delivery.isVoid { breaker.noteResponse() }
      if claims.count < limit { ahead = min(ahead * 2, Self.maxAhead) }
      return
    }
    ahead = limit
    breaker.noteFailure(of: delivery.verdict.id, failure, backoff: backoff, now: now, fraction: fraction)
  }

  /// Stops counting what is being sent: it would not end.
  package mutating func leaveBehind() { sending = [] }

  /// An attempt that was left behind has ended. Others may have claimed the submission since, so only a fact counts.
  mutating func deliveredLate(_ delivery: Delivery) {
    guard case .accepted = delivery.verdict.outcome else { return }
    if isStopping { mayCommitAt = nil }
    outcomes.append(delivery)
    if gatheringSince == nil { gatheringSince = .distantPast }
  }

  /// Nothing new is begun; what runs may end, and is written down.
  package mutating func stop() {
    isStopping = true
    mayCommitAt = nil
  }

  /// Forgets what the disk has refused, since all claims are released: the outcomes are unknown there, which the next start
  /// settles.
  mutating func forgetRefused() {
    if isQuiet { (outcomes, claims, gatheringSince) = ([], [], nil) }
  }

  /// Goes on after a stop; without work the store has nothing to claim.
  package mutating func resume(hasWork: Bool = true) {
    if isStopping { mayCommitAt = nil }
    isStopping = false
    if hasWork { noteChanges() } else { nextDue = nil }
  }
}
