import Foundation
import HTTPTypes
import OpenMarketPacing

extension HTTPError {
  /// Returns the error that the client throws for `error`: `CancellationError` when the task was cancelled,
  /// otherwise an ``HTTPError`` that names the request.
  static func report(
    _ error: any Error, in request: TransportRequest, status: HTTPResponse.Status? = nil
  ) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    var report =
      switch error {
      case let error as HTTPError: error
      case is DeadlineExceeded:
        HTTPError(.timedOut, "No response arrived within the time allowed for the call.", cause: error)
      default:
        HTTPError(.connectionLost, "The request failed for a reason of no known kind.", cause: error)
      }
    report.complete(with: request, status: status)
    return report
  }

  /// Returns the error that the client throws when the body of a response cannot be decoded.
  static func report(
    undecodable error: any Error, in head: HTTPResponse, of request: TransportRequest
  ) -> any Error {
    if error is CancellationError { return error }
    var report =
      error as? HTTPError
      ?? HTTPError(.invalidResponse, undecodableMessage(for: error, in: head), cause: error)
    report.complete(with: request, status: head.status)
    return report
  }

  /// Reports a request that was not sent because `error` says that it cannot be made.
  init(refusing error: any Error, method: HTTPRequest.Method, template: String, authority: String?) {
    self =
      error as? HTTPError
      ?? HTTPError(.invalidInput, "The request cannot be made from this input.", cause: error)
    context = context ?? Context(method: method, template: template, authority: authority)
  }

  private mutating func complete(with request: TransportRequest, status: HTTPResponse.Status?) {
    var context = context ?? Context(request)
    context.status = context.status ?? status
    context.attempts = max(context.attempts, request.call.attempts)
    self.context = context
  }
}

extension HTTPError.Context {
  /// Describes `request` and its response, as far as they are known by now.
  init(_ request: TransportRequest, status: HTTPResponse.Status? = nil) {
    self.init(
      method: request.head.method, template: request.template, authority: request.head.authority,
      status: status, attempts: request.call.attempts)
  }
}
