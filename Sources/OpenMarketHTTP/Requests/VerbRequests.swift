public import HTTPTypes

/// An endpoint that reads: safe, idempotent, and shared, revalidated and retried by the client.
public protocol GetRequest<Response>: HTTPEndpoint {}

extension GetRequest {
  /// `GET`
  public static var method: HTTPRequest.Method { .get }
  /// No body.
  public func makeBody() throws -> RequestBody { .none }
}

/// An endpoint that creates: never retried unless it carries an idempotency key.
public protocol PostRequest<Response>: HTTPEndpoint {}

extension PostRequest {
  /// `POST`
  public static var method: HTTPRequest.Method { .post }
  /// No query.
  public var queryItems: [QueryItem] { [] }
}

/// An endpoint that changes a part: never retried unless it carries an idempotency key.
public protocol PatchRequest<Response>: HTTPEndpoint {}

extension PatchRequest {
  /// `PATCH`
  public static var method: HTTPRequest.Method { .patch }
  /// No query.
  public var queryItems: [QueryItem] { [] }
}

/// An endpoint that deletes: idempotent, so it may be retried.
public protocol DeleteRequest<Response>: HTTPEndpoint {}

extension DeleteRequest {
  /// `DELETE`
  public static var method: HTTPRequest.Method { .delete }
  /// No query.
  public var queryItems: [QueryItem] { [] }
  /// No body.
  public func makeBody() throws -> RequestBody { .none }
}
