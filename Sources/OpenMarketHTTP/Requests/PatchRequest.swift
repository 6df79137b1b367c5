public import HTTPTypes

/// An endpoint that changes a part: never repeated unless it carries an idempotency key.
public protocol PatchRequest<Response>: HTTPEndpoint {}

extension PatchRequest {
  /// `PATCH`
  public static var method: HTTPRequest.Method { .patch }
  /// No query.
  public var queryItems: [QueryItem] { [] }
}
