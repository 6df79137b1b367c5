package import Foundation
package import HTTPTypes

/// A request as the mock market sees it, whichever way it came in.
package struct MockRequest: Sendable {
  package var head: HTTPRequest
  /// The whole body; cut off after the server's limit when ``bodyExceedsLimit`` is set.
  package var body: Data
  /// The body was longer than the market accepts and was not read to its end.
  package var bodyExceedsLimit = false
  /// The peer is this machine, so the control plane may respond to it, if it is also asked for by a name of this machine.
  package var isLoopback = true

  /// Makes a request from a loopback peer.
  package init(head: HTTPRequest, body: Data = Data()) {
    self.head = head
    self.body = body
  }
}

/// The mock market's response, with the way it shall be delivered: faults of the wire are part of it, so
/// that every adapter (sockets, in memory) plays the same ones.
package struct MockResponse: Sendable {
  /// How the bytes of the response travel.
  package enum Delivery: Sendable, Hashable {
    /// As they should.
    case normal
    /// Nothing is sent; the connection is reset (RST).
    case reset
    /// The head announces the whole length; after so many bytes of the body the connection closes.
    case truncate(afterBytes: Int)
    /// The head announces the whole length; after so many bytes of the body the connection is reset.
    case resetMidBody(afterBytes: Int)
    /// So many bytes at a time, with a delay after each.
    case drip(chunk: Int, every: Duration)
    /// Nothing is ever sent; the connection stays open.
    case hang
    /// Bytes that are not HTTP, then the connection closes.
    case garbage
    /// The connection closes in order (FIN) without a response.
    case close
  }

  /// Status and fields.
  ///
  /// `Content-Length` is the adapter's business.
  package var head: HTTPResponse
  /// The body; for HEAD and 304 the adapter sends none of it.
  package var body: Data
  package var delivery: Delivery = .normal
  /// Waited before anything is sent.
  package var delay: Duration = .zero

  package init(head: HTTPResponse, body: Data = Data()) {
    self.head = head
    self.body = body
  }
}

/// A handler of requests that responds the way the mock market does; adapters play it over sockets or in
/// memory.
package protocol MockHandler: Sendable {
  /// Responds to `request`. Never throws: whatever goes wrong is a response too.
  func handle(_ request: MockRequest) async -> MockResponse
}

extension MockResponse {
  /// A JSON response, with exactly the content type that the original sent.
  package static func json(_ status: HTTPResponse.Status, _ json: JSONBytes) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: Data(json.bytes))
  }

  static func text(_ text: String) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]), body: Data(text.utf8))
  }

  /// The contract's error body, `{"code":400,"message":"…"}`.
  package static func error(_ status: HTTPResponse.Status, _ message: String) -> MockResponse {
    var json = JSONBytes(capacity: 128)
    json.raw(#"{"code":\#(status.code),"message":\#(json: message)}"#)
    return .json(status, json)
  }

  static func error(_ refusal: Refusal) -> MockResponse {
    var response = error(refusal.status, refusal.message)
    response.head.headerFields.append(contentsOf: refusal.fields)
    return response
  }
}

/// Why a request is not carried out: becomes the contract's error body (section 3.5).
struct Refusal: Error {
  var status: HTTPResponse.Status
  /// For the developer at the other end: what is wrong and what would be right.
  var message: String
  var fields: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, _ message: String, fields: HTTPFields = [:]) {
    self.status = status
    self.message = message
    self.fields = fields
  }

  static func badRequest(_ message: String) -> Refusal { Refusal(.badRequest, message) }
  static func notFound(_ message: String) -> Refusal { Refusal(.notFound, message) }
}
