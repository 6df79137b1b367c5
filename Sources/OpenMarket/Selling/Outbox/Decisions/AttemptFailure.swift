import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// What a failed try of a write means for it.
struct AttemptFailure: Hashable {
  /// What to do next.
  enum Remedy: Hashable {
    /// Try again.
    case retry
    /// Wait for other credentials.
    case authorize
    /// Nothing: trying again would change nothing.
    case none
    /// Nothing: what was wanted has happened already.
    case done
  }

  var remedy: Remedy
  /// Whether the server may have done it all the same.
  var mayHaveActed: Bool
  /// Whether no other write would fare better just now.
  var isOfTheNetwork = false
  /// How long the server asks to wait.
  var retryAfter: Duration?
  /// What is certain only after a look at the server, when no answer can be trusted.
  var suspicion = Doubt.none
  /// What the user is told.
  var failure: SubmissionFailure

  /// - Parameters:
  ///   - error: What the client threw.
  ///   - kind: What was tried.
  ///   - doubt: Whether an earlier try may have had its effect.
  init(_ error: HTTPError, in kind: PendingWrite.Kind, after doubt: Doubt) {
    let status = error.exchange?.status?.code
    let text = error.serverMessage.map { "\(error.message) (server: \($0))" } ?? error.message
    func failure(_ code: SubmissionFailure.Code) -> SubmissionFailure {
      var fields: [String: String] = [:]
      for failure in (error.cause as? DraftValidationError)?.failures ?? [] {
        fields[failure.field.rawValue] = failure.message
      }
      return SubmissionFailure(code, text, status: status, fields: fields)
    }
    (remedy, mayHaveActed) = (.none, false)
    retryAfter = error.retryAfter
    switch error.code {
    case .unreachable:
      (remedy, isOfTheNetwork, self.failure) = (.retry, true, failure(.unreachable))
    case .unauthorized:
      (remedy, self.failure) = (.authorize, failure(.unauthorized))
    case .connectionLost, .timedOut:
      (remedy, mayHaveActed, self.failure) = (.retry, true, failure(.answerLost))
    case .rateLimited:
      (remedy, mayHaveActed, isOfTheNetwork) = (.retry, true, status == 429)
      self.failure = failure(.rateLimited)
    case .serverFailure where status == 501:
      self.failure = failure(.refused)
    case .serverFailure:
      (remedy, mayHaveActed, self.failure) = (.retry, true, failure(.serverFailure))
      isOfTheNetwork = status == 503 && retryAfter != nil
    case .conflict where status == 409 && retryAfter != nil:  // The first try still runs.
      (remedy, mayHaveActed, self.failure) = (.retry, true, failure(.serverFailure))
    case .invalidResponse:
      (remedy, mayHaveActed, self.failure) = (.retry, true, failure(.invalidResponse))
    case .invalidInput where status == 422 && doubt != .none:
      // The key is bound to what was sent before, say with another secret: that was carried out.
      (remedy, mayHaveActed, suspicion, self.failure) = (.retry, true, .keySpent, failure(.invalidResponse))
    case .invalidInput:
      self.failure = failure(status == 413 ? .tooLarge : .invalid)
    case .forbidden:
      self.failure = failure(.forbidden)
    case .notFound where kind == .delete && (doubt != .none || error.exchange?.method == .delete):
      (remedy, self.failure) = (.done, failure(.gone))
    case .notFound:
      self.failure = failure(kind == .create ? .refused : .gone)
    case .unexpectedStatus where status.map { (300...399).contains($0) || $0 == 407 } ?? true:
      // The login page of a hotel's network, as a rule.
      (remedy, mayHaveActed, self.failure) = (.retry, true, failure(.invalidResponse))
    default:
      self.failure = failure(.refused)
    }
  }

  /// An answer that shows another listing than the one that was asked for.
  init(wrongAnswer message: String) {
    (remedy, mayHaveActed, suspicion) = (.retry, true, .answerWrong)
    failure = SubmissionFailure(.invalidResponse, message)
  }
}
