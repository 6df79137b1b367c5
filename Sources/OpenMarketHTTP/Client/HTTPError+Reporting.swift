import Foundation
import HTTPTypes
import OpenMarketPacing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPError {
  /// Returns the error that the client throws for `error`: `CancellationError` when the task was cancelled,
  /// otherwise an ``HTTPError`` that names the request.
  static func report(
    _ error: any Error, in request: TransportRequest, status: HTTPResponse.Status? = nil
  ) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    let refusal = status == nil ? request.call.refusal : nil
    var report =
      switch (error, refusal) {
      case (let error as HTTPError, _): error
      case (is DeadlineExceeded, _):
        HTTPError(.timedOut, "No response arrived within the time allowed for the call.", cause: error)
      case (is URLError, _):
        HTTPError(.connectionLost, "A middleware of the app could not reach its server.", cause: error)
      case (_, let refusal?): refusal.caused(by: error)
      default:
        HTTPError(.connectionLost, "The request failed for a reason of no known kind.", cause: error)
      }
    report.complete(with: request, status: status)
    return report
  }

  /// The refusal with what a middleware of the app has thrown at it.
  private func caused(by error: any Error) -> HTTPError {
    var refusal = self
    refusal.cause = error
    return refusal
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
