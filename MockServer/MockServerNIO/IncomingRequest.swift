import HTTPTypes
import NIOHTTP1
import OpenMarketMock

/// A request with what the connection has to know about it.
struct IncomingRequest: Sendable {
  var request: MockRequest
  /// HTTP/1.0: neither chunks nor interim responses, and the connection closes unless asked otherwise.
  var isHTTP10 = false
  /// The client wants to use the connection again, and can.
  var keepsAlive = true
  /// Set when the handler is not asked: the status of a request that is not HTTP as it should be.
  var refusal: HTTPResponse.Status?

  /// A request whose head could not be read.
  static func refused(_ status: HTTPResponse.Status) -> IncomingRequest {
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    return IncomingRequest(request: MockRequest(head: head), keepsAlive: false, refusal: status)
  }
}

extension IncomingRequest {
  init(_ head: HTTPRequestHead, isLoopback: Bool) {
    request = MockRequest(head: HTTPRequest(head))
    request.isLoopback = isLoopback
    isHTTP10 = head.version == .http1_0
    // After an upgrade request the parser is done with the connection, whether we upgrade or not.
    keepsAlive = head.isKeepAlive && head.method != .CONNECT && !head.headers.contains(name: "Upgrade")
    // RFC 9112, section 3.2.
    let isUnnamed = request.head.authority == nil && !isHTTP10
    if isUnnamed || head.headers["Host"].count > 1 { refusal = .badRequest }
  }
}

extension HTTPRequest {
  /// Takes over a parsed head; `Host` becomes the authority and an absolute target is split.
  fileprivate init(_ head: HTTPRequestHead) {
    var authority: String?
    var fields = HTTPFields()
    for (name, value) in head.headers {
      // The parser has let through only names that are tokens.
      guard let name = HTTPField.Name(name) else { continue }
      if name.canonicalName == "host" {
        authority = authority ?? value
      } else {
        fields.append(HTTPField(name: name, value: value))
      }
    }
    self.init(
      method: HTTPRequest.Method(head.method.rawValue) ?? .get, scheme: "http", authority: authority,
      path: head.uri, headerFields: fields)
    if !head.uri.hasPrefix("/"), let scheme = head.uri.firstRange(of: "://") {
      let rest = head.uri[scheme.upperBound...]
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      self.authority = String(rest[..<end])
      path = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
    }
  }
}

extension MockResponse {
  /// The response to what is not a request, with the market's error body.
  static func refusing(_ status: HTTPResponse.Status) -> MockResponse {
    switch status {
    case .requestHeaderFieldsTooLarge: .error(status, "the header section is too long")
    case .httpVersionNotSupported: .error(status, "only HTTP/1.0 and HTTP/1.1 are spoken here")
    default: .error(status, "the request is not well-formed HTTP")
    }
  }
}
