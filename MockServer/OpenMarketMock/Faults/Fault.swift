public import HTTPTypes

/// A deliberate failure, once or several times: an entry of the mock's fault script.
///
/// ```swift
/// mock.addFault(.init(.status(503, retryAfter: .seconds(2)), on: .get, "/api/products", times: 2))
/// mock.addFault(.init(.disconnect, on: .post, phase: .after))  // done, but the client cannot know
/// ```
public struct Fault: Sendable, Hashable {
  /// Which requests it hits; the control plane never.
  package struct Match: Sendable, Hashable {
    /// The method; `nil` is any.
    package var method: HTTPRequest.Method?
    /// The path without query and trailing slash; `*` stands for any text within a segment, `**` for any
    /// text.
    ///
    /// `nil` is any path.
    package var path: String?
    /// Query items that must be there with these decoded values; others may be there too.
    package var query: [String: String]

    /// Makes a pattern.
    ///
    /// Without arguments it matches every request.
    package init(_ method: HTTPRequest.Method? = nil, _ path: String? = nil, query: [String: String] = [:]) {
      self.method = method
      self.path = path
      self.query = query
    }
  }

  /// The moment of a fault: before or after the market has acted.
  public enum Phase: Sendable, Hashable {
    /// The request is not carried out.
    case before
    /// The request has been carried out.
    case after
  }

  /// Which requests it hits.
  package var match: Match
  /// When it strikes.
  ///
  /// Actions that alter a response need one, so they strike afterwards in any case.
  package var phase: Phase
  /// The failure to produce.
  package var action: Action
  /// How many requests it still hits.
  package var times: Int

  /// Makes a fault; without conditions it applies to every request.
  /// - Parameters:
  ///   - action: The failure to produce.
  ///   - method: The method of the affected requests. Default: any.
  ///   - path: Their path without query and trailing slash; `*` stands for any text within a segment, `**` for any text.
  ///     Default: any.
  ///   - query: Required query items with their decoded values; there may be others. Default: none.
  ///   - phase: The moment of the fault. Default: before the market acts.
  ///   - times: The number of affected requests. Default: 1.
  public init(
    _ action: Action, on method: HTTPRequest.Method? = nil, _ path: String? = nil,
    query: [String: String] = [:],
    phase: Phase = .before, times: Int = 1
  ) {
    self.init(action, on: Match(method, path, query: query), phase: phase, times: times)
  }

  package init(_ action: Action, on match: Match, phase: Phase = .before, times: Int = 1) {
    self.match = match
    self.phase = phase
    self.action = action
    self.times = times
  }

  /// The failures that a fault can produce.
  public enum Action: Sendable, Hashable {
    /// This status with the contract's error body. After execution it is the market's response: it is
    /// stored under the idempotency key.
    case status(HTTPResponse.Status, retryAfter: Duration? = nil)
    /// The response is delayed. In phase `before` only the network is slow; in phase `after` the market
    /// itself is, so that the idempotency key stays busy (409) for that long.
    case delay(Duration)
    /// The connection is reset without a response.
    case disconnect
    /// The connection is closed in order without a response.
    case close
    /// No response ever comes; the connection stays open.
    case hang
    /// Bytes that are not HTTP arrive.
    case garbage
    /// The whole length is announced, the connection closes after this number of bytes of the body.
    case truncate(afterBytes: Int)
    /// The whole length is announced, the connection is reset after this number of bytes of the body.
    case resetMidBody(afterBytes: Int)
    /// The body is sent in pieces of this number of bytes, with a delay after each.
    case drip(bytes: Int, every: Duration)
    /// 401 with `WWW-Authenticate: Basic`, as a proxy asks for a password.
    case unauthorizedBasic
    /// A redirect with this status, such as 307, to `location`.
    case redirect(HTTPResponse.Status, location: String)
    /// The right body under a wrong content type.
    case contentType(String)
    /// 200 with another body, such as a login page instead of JSON.
    case replaceBody(String, contentType: String)
    /// An additional header field in the response; an existing one is then repeated.
    case field(String, value: String)
    /// The network delivers the request twice: the market handles it twice, the first response comes back.
    case duplicate

    /// As the request log and the control plane call it.
    package var name: String { String("\(self)".prefix { $0 != "(" }) }
  }
}
