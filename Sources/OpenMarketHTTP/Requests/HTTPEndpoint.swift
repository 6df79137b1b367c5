public import Foundation
public import HTTPTypes

/// One call of an HTTP API, as a value: its path, its content, and the decoding of its response.
///
/// Conform to the protocol of a method (``GetRequest``, ``PostRequest``, ``PatchRequest``,
/// ``DeleteRequest``) rather than to this protocol; a typical endpoint is a struct of four lines.
///
/// The part that a method usually carries has no default, so that a misspelt property is a compile-time error and not a
/// request without it: the query of a ``GetRequest``, the body of a ``PostRequest`` or
/// ``PatchRequest``.
public protocol HTTPEndpoint<Response>: Sendable {
  /// The type that a successful response is decoded to.
  associatedtype Response: Sendable

  /// The HTTP method; given by the verb protocol.
  static var method: HTTPRequest.Method { get }

  /// The path as the API's document writes it, parameters in braces: `/api/products/{id}`.
  /// Logs and errors show this, never the filled-in path.
  static var template: String { get }

  /// A value for each `{parameter}` of ``template``, not yet percent-encoded.
  var pathParameters: [String: String] { get }

  /// Query items in the order they are sent, not yet percent-encoded.
  var queryItems: [QueryItem] { get }

  /// Fields sent besides those of the client's configuration.
  var headers: HTTPFields { get }

  /// The request body. Called once for each send; the body itself can be replayed for retries.
  func makeBody() throws -> RequestBody

  /// Decodes the body of a successful (2xx) response.
  /// - Throws: any error; the client reports it as ``HTTPError/Code-swift.struct/invalidResponse``.
  func decode(_ body: Data, from head: HTTPResponse) throws -> Response
}

extension HTTPEndpoint {
  /// None.
  public var pathParameters: [String: String] { [:] }
  /// None.
  public var headers: HTTPFields { [:] }
}

extension HTTPEndpoint where Response: Decodable {
  /// Decodes JSON.
  public func decode(_ body: Data, from head: HTTPResponse) throws -> Response {
    try JSONDecoder().decode(Response.self, from: body)
  }
}

extension HTTPEndpoint where Response == Void {
  /// Ignores the body.
  public func decode(_ body: Data, from head: HTTPResponse) throws {}
}

/// One `name=value` of a query. Both are percent-encoded when sent, `+` as `%2B`.
public struct QueryItem: Sendable, Hashable {
  /// The key.
  package var name: String
  package var value: String

  /// Makes the item `name=value`.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
