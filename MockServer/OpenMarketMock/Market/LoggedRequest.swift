public import HTTPTypes
import OpenMarketHTTP

/// One entry of the mock's request log.
///
/// Identifiers and secrets are redacted.
public struct LoggedRequest: Sendable, Hashable {
  /// The place in the order of arrival, from 1.
  package var sequence: Int
  /// The request's method.
  public var method: HTTPRequest.Method
  /// The path and query, as sent.
  public var target: String
  /// The header fields, with `‹redacted›` in place of credentials.
  public var headers: HTTPFields
  package var bodySize: Int
  /// 32 hex digits that tell bodies apart; `nil` without a body.
  package var bodyDigest: String?
  /// The response's status; `nil` while there is none, and when a fault hides it from the client.
  public var status: Int?
  /// Whether a stored response was repeated instead of acting again.
  package var isReplayed = false
  package var fault: String?

  private static let confidential: [HTTPField.Name] = [
    .identifier, .authorization, .proxyAuthorization, .cookie,
  ]

  init(sequence: Int, request: MockRequest, target: RequestTarget, bodyDigest: String?) {
    self.sequence = sequence
    method = request.head.method
    self.target = target.text
    headers = request.head.headerFields
    for name in Self.confidential where headers[name] != nil { headers[name] = "‹redacted›" }
    bodySize = request.body.count
    self.bodyDigest = bodyDigest
  }
}
