import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// How an attempt goes on after an error.
extension SubmissionSenderRun {
  mutating func failed(_ error: any Error) async -> Delivery {
    switch error {
    case Beginning.lost: return Delivery(verdict: Verdict(releasing: claim), isVoid: true)
    case is Unsettled: return waitUntilSettled()
    case Beginning.hasDuplicate where indeterminacy == .none:
      return Delivery(verdict: Verdict(id, .waitForDuplicate, isUnsent: true))
    case Beginning.hasDuplicate:
      return Delivery(
        verdict: machine.question(
          SubmissionFailure(.indeterminate, "The outcome of an equal listing is unknown, too.")))
    case is StoreError, is CancellationError: return interrupted(error)
    case let error as SubmissionFailure: return await refused(error)
    default: break
    }
    guard isBegun else { return lookupFailed(error) }
    let failure = attemptFailure(error)
    if failure.remedy == .done { return await verifyDeletion(failure) }
    let verdict = machine.failed(
      failure, uptime: sender.time.uptime(), fraction: sender.time.jitter())
    guard let verdict else {
      var delivery = await refused(failure.failure)
      delivery.failure = failure
      return delivery
    }
    return Delivery(verdict: verdict, failure: failure)
  }

  /// The listing to be deleted is reported as gone: a read from the server has to confirm it.
  mutating func verifyDeletion(_ failure: AttemptFailure) async -> Delivery {
    do {
      guard let server = try await serverListing() else {
        return accepted(nil)
      }
      guard machine.attempts < SubmissionMachine.attemptLimit else { return await refused(failure.failure) }
      return retry(failure.failure, effect: .save(server))
    } catch {
      indeterminacy = max(indeterminacy, .responseLost)
      var delivery = lookupFailed(error)
      delivery.verdict.isUnsent = false
      return delivery
    }
  }

  /// Tries again after a response that the server itself has contradicted.
  func retry(_ failure: SubmissionFailure, effect: Delivery.Effect) -> Delivery {
    let delay = sender.configuration.backoff.backoff(after: machine.attempts)
    return Delivery(
      verdict: Verdict(
        id, .wait(for: delay, failure, isHeld: false),
        indeterminacy: max(indeterminacy, .responseLost), lastSent: claim.lastSent), effect: effect)
  }

  private func attemptFailure(_ error: any Error) -> AttemptFailure {
    switch error {
    case let error as HTTPError: AttemptFailure(error, in: kind, after: claim.indeterminacy)
    case let error as ListingValidationError: AttemptFailure(invalid: error)
    case let error as WrongResponse: AttemptFailure(wrongResponse: error.message)
    case let error as ListingLookup.PhotoUnavailable: AttemptFailure(photoUnavailable: error.cause)
    default:
      AttemptFailure(
        HTTPError(.connectionLost, "\(error)", cause: error), in: kind, after: claim.indeterminacy)
    }
  }

  /// Decides how to go on after a failure before the first byte, or after a refusal.
  func lookupFailed(_ error: any Error) -> Delivery {
    if error is StoreError || error is CancellationError { return interrupted(error) }
    let failure = attemptFailure(error)
    return Delivery(
      verdict: machine.notSent(failure, fraction: sender.time.jitter()), failure: failure)
  }

  private func interrupted(_ error: any Error) -> Delivery {
    let isCancelled = error is CancellationError
    let reason = SubmissionFailure(.responseLost, isCancelled ? "Sending was interrupted." : "\(error)")
    let delay = isCancelled ? .zero : isBegun ? sender.configuration.backoff.baseDelay : .seconds(1)
    return Delivery(
      verdict: Verdict(
        id, .wait(for: delay, reason, isHeld: false),
        indeterminacy: isBegun ? max(indeterminacy, .responseLost) : indeterminacy,
        lastSent: isBegun ? sender.time.uptime() : claim.lastSent, lookups: claim.lookups, isUnsent: !isBegun)
    )
  }
}
