import Foundation
import OpenMarketHTTP
import OpenMarketStore

extension EventRecord {
  /// Notes a write that has been put into the queue, or merged with one that is there.
  mutating func note(_ submission: Submission) {
    (self.submission, product) = (submission.id.rawValue, submission.productID.rawValue)
    (outcome, attempts) = (submission.state.name, submission.attempts)
  }

  /// Notes that a write is being sent.
  mutating func note(_ claim: Claim) {
    note(claim.submission)
    outcome = "sending"
  }

  /// Notes what has come of an attempt and is written down.
  mutating func note(_ delivery: Delivery) {
    submission = delivery.verdict.id.rawValue
    switch delivery.verdict.outcome {
    case .accepted(let response): (outcome, product) = ("accepted", response?.id.rawValue)
    case .wait(let pause, let failure, _):
      (outcome, self.failure) = ("waiting", failure.code.rawValue)
      nextAttempt = delivery.verdict.endedAt.map { $0 + pause.seconds }
    case .park(let failure): (outcome, self.failure) = ("unauthorized", failure.code.rawValue)
    case .ask: outcome = "conflict"
    case .question(let failure, _): (outcome, self.failure) = ("question", failure.code.rawValue)
    case .refuse(let failure): (outcome, self.failure) = ("refused", failure.code.rawValue)
    case .release, .waitForDuplicate: outcome = "queued"
    }
  }
}
