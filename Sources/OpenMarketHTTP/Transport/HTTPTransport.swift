public import HTTPTypes

/// A transport that sends one request and returns its response: a real network, a mock, or a recording.
///
/// A transport neither retries, redirects, caches nor interprets status codes: a 404 or a 302 is an
/// ordinary response. ``URLSessionTransport`` is the one for production.
///
/// In a class of the main actor its method is marked `@MainActor` too; else compilers up to Swift 6.3 take it for `nonisolated`
/// (swiftlang/swift#92352).
public protocol HTTPTransport: Sendable {
  /// Performs `request`.
  /// - Throws: ``HTTPError`` when no whole response arrived, `CancellationError` when the task was
  ///   cancelled. Cancelling closes the connection.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A step around a transport: it may change the request, respond by itself, try again, or only observe.
///
/// A client's middlewares are nested in order, the first outermost.
///
/// An error of another type than ``HTTPError`` becomes the `cause` of one: with the status and the code of the response that
/// the middleware has seen, so that the error body of a server is best thrown as it is. A `URLError` is a lost connection, whatever
/// was seen. A middleware that fails for a reason of its own after it has seen a response throws an ``HTTPError`` that says so.
///
/// In a class of the main actor its method is marked `@MainActor` too, as that of an ``HTTPTransport``.
public protocol HTTPMiddleware: Sendable {
  /// The steps below a middleware.
  typealias Next = @Sendable (TransportRequest) async throws -> TransportResponse

  /// Handles `request`, calling `next` as often as it needs to.
  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse
}

/// A transport's response: any status is a response, also 404 or 302.
public struct TransportResponse: Sendable {
  /// The status and the header fields.
  public var head: HTTPResponse
  /// The body, in the form given by the request's destination.
  public var body: ResponseBody

  /// Makes a response.
  public init(head: HTTPResponse, body: ResponseBody) {
    self.head = head
    self.body = body
  }
}
