import Foundation
import HTTPTypes
import OpenMarketAPI
package import OpenMarketHTTP
package import OpenMarketStore

package struct AttemptFailure: Hashable {
  enum Remedy: Hashable {
    /// Try again.
    case retry
    /// Try again, but not for ever: a server that has responded so that often will go on.
    case retrySomeTimes
    /// Wait for other credentials.
    case authorize
    /// Nothing: trying again would change nothing.
    case refuse
    /// Nothing, if the server shows it too: what was wanted has happened already.
    case done
  }

  var remedy: Remedy
  /// Whether the request may have reached the server, whatever has come back: anything on the way may respond
  /// with anything.
  var mayHaveActed: Bool
  /// Whether a response came from whoever had the request, so that it is not still on its way.
  var hasResponse: Bool
  /// Whether no other write would fare better just now.
  var isOfTheNetwork = false
  /// How long the server asks to wait.
  var retryAfter: Duration?
  /// The certainty about the effect, when it can only be looked up on the server.
  var indeterminacy = Indeterminacy.none
  /// The failure as the user is told.
  var failure: SubmissionFailure

  /// Statuses by which a gateway says that it has no response from the server behind it.
  private static let withoutResponse: Set<Int> = [408, 502, 504]

  /// A write of some kind for which the client threw `error`, after attempts that may have had their effect.
  package init(_ error: HTTPError, in kind: PendingWrite.Kind, after indeterminacy: Indeterminacy = .none) {
    let status = error.status?.code
    let text = error.serverMessage.map { "\(error.message) (server: \($0))" } ?? error.message
    func failure(_ code: SubmissionFailure.Code) -> SubmissionFailure {
      SubmissionFailure(code, text, status: status)
    }
    mayHaveActed = error.code != .unreachable && error.context?.attempts != 0
    // Without a context it was refused on this device.
    if error.context == nil, [.invalidInput, .unauthorized].contains(error.code) { mayHaveActed = false }
    hasResponse = status.map { !Self.withoutResponse.contains($0) } ?? false
    (retryAfter, remedy, isOfTheNetwork) = (error.retryAfter, .refuse, Self.lacksCredentials(error))
    switch error.code {
    case _ where error.cause is CredentialsReplaced:
      (remedy, self.failure) = (.retry, failure(.unauthorized))
    case .unreachable:
      (remedy, isOfTheNetwork, self.failure) = (.retry, true, failure(.unreachable))
    case .unauthorized:
      (remedy, self.failure) = (isOfTheNetwork ? .retry : .authorize, failure(.unauthorized))
    case .connectionLost, .timedOut:
      (remedy, self.failure) = (.retry, failure(mayHaveActed ? .responseLost : .unreachable))
    case .rateLimited:
      (remedy, isOfTheNetwork, self.failure) = (.retry, status == 429, failure(.rateLimited))
    case .serverFailure where status == 501:
      self.failure = failure(.refused)
    case .serverFailure:
      (remedy, self.failure) = (.retry, failure(.serverFailure))
      isOfTheNetwork = status == 503 && retryAfter != nil
    case .conflict where status == 409:  // The first attempt still runs, as a rule.
      (remedy, self.failure) = (retryAfter == nil ? .retrySomeTimes : .retry, failure(.serverFailure))
    case .invalidResponse:
      (remedy, hasResponse, self.failure) = (.retry, false, failure(.invalidResponse))
    case .invalidInput where status == 422 && indeterminacy != .none:
      // The key is bound to what was sent before, say with another secret: that was carried out.
      (remedy, self.indeterminacy) = (.retrySomeTimes, .idempotencyKeyConflict)
      self.failure = failure(.invalidResponse)
    case .invalidInput where error.fault == .cannotWriteFile && !mayHaveActed:
      // What is to be sent goes to a file first, for which there is room another time.
      (remedy, self.failure) = (.retry, failure(.cannotWriteFile))
    case .invalidInput where status == nil && error.cause != nil:
      // A photo could not be read, as with too many open files: a damaged one is found before.
      (remedy, self.failure) = (.retrySomeTimes, failure(mayHaveActed ? .responseLost : .invalid))
    case .invalidInput:
      self.failure = failure(status == 413 ? .tooLarge : .invalid)
    case .forbidden:
      self.failure = failure(.forbidden)
    case .notFound where kind == .delete && (indeterminacy != .none || error.context?.method == .delete):
      (remedy, self.failure) = (.done, failure(.gone))
    case .notFound:
      self.failure = failure(kind == .create ? .refused : .gone)
    case .unexpectedStatus where status.map { (300...399).contains($0) || $0 == 407 } ?? true:
      // The login page of a hotel's network, as a rule.
      (remedy, self.failure) = (.retry, failure(.invalidResponse))
    default:
      self.failure = failure(.refused)
    }
    // A server may have acted and keep this response for the key: sending again would bring it again.
    if mayHaveActed, status != nil, error.code != .rateLimited, status != 503 {
      self.indeterminacy = max(self.indeterminacy, .responseInvalid)
    }
  }

  /// Whether the credentials could not be read just now, as with too many open files or a locked device: nothing would tell
  /// when they can be. What only the user can mend is told by a change of the credentials.
  private static func lacksCredentials(_ error: HTTPError) -> Bool {
    guard error.code == .unauthorized, error.context == nil, let cause = error.cause else { return false }
    guard let cause = cause as? CredentialsError else { return true }
    return ![.damaged, .exposed, .newerVersion].contains(cause.code)
  }

  /// A write that breaks a rule of this version, and was not sent.
  init(invalid error: ListingValidationError) {
    (remedy, mayHaveActed, hasResponse) = (.refuse, false, false)
    let fields = error.failures.map { ($0.field.rawValue, $0.message) }
    failure = SubmissionFailure(.invalid, error.description, fields: Dictionary(fields) { _, last in last })
  }

  /// A response that shows another listing than the one that was asked for.
  init(wrongResponse message: String) {
    (remedy, mayHaveActed, hasResponse) = (.retrySomeTimes, true, false)
    indeterminacy = .responseInvalid
    failure = SubmissionFailure(.invalidResponse, message)
  }

  /// A photo on the server that cannot be fetched: its host may be another one, and may never respond.
  init(photoUnavailable error: HTTPError) {
    self.init(error, in: .create)
    (remedy, isOfTheNetwork, retryAfter) = (.retrySomeTimes, false, nil)
    failure = SubmissionFailure(
      .responseLost, "A photo that tells whose listing it is cannot be fetched: \(error.message)")
  }
}
