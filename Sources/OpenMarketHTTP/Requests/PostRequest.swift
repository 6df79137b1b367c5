public import HTTPTypes

/// An endpoint that creates: never repeated unless it carries an idempotency key.
public protocol PostRequest<Response>: HTTPEndpoint {}

extension PostRequest {
  /// `POST`
  public static var method: HTTPRequest.Method { .post }
  /// No query.
  public var queryItems: [QueryItem] { [] }
}
