public import HTTPTypes

/// An endpoint that replaces: idempotent, so it may be retried.
public protocol PutRequest<Response>: HTTPEndpoint {}

extension PutRequest {
  /// `PUT`
  public static var method: HTTPRequest.Method { .put }
  /// No query.
  public var queryItems: [QueryItem] { [] }
}
