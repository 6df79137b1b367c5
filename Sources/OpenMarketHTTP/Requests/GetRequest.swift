public import HTTPTypes

/// An endpoint that reads: safe, idempotent, and shared, revalidated and retried by the client.
public protocol GetRequest<Response>: HTTPEndpoint {}

extension GetRequest {
  /// `GET`
  public static var method: HTTPRequest.Method { .get }
  /// No body.
  public func makeBody() throws -> RequestBody { .none }
}
