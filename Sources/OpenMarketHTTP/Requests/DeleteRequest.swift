public import HTTPTypes

/// An endpoint that removes: idempotent, so it may be retried.
public protocol DeleteRequest<Response>: HTTPEndpoint {}

extension DeleteRequest {
  /// `DELETE`
  public static var method: HTTPRequest.Method { .delete }
  /// No query.
  public var queryItems: [QueryItem] { [] }
  /// No body.
  public func makeBody() throws -> RequestBody { .none }
}
