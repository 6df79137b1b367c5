package import Foundation
package import HTTPTypes

/// A request as the mock market sees it, whichever way it came in.
package struct MockRequest: Sendable {
  /// Method, path with query, and fields.
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
  /// How it is delivered.
  package var delivery: Delivery = .normal
  /// Waited before anything is sent.
  package var delay: Duration = .zero

  /// Makes a response that is delivered normally.
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
