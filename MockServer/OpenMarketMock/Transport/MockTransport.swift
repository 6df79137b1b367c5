import Foundation
import HTTPTypes
public import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

extension MarketplaceMock: HTTPTransport {
  /// Whether there is no network (default: no): each request fails at once with `HTTPError.Code.unreachable`, and nothing
  /// is sent.
  ///
  /// It is that of this transport; a server at a socket does not heed it.
  public var isOffline: Bool {
    get { offline.load(ordering: .acquiring) }
    set { offline.store(newValue, ordering: .releasing) }
  }

  /// Performs `request` in this process, without sockets, and reports network faults as a real transport would.
  ///
  /// All waiting (delays, slow bodies, responses that never come) is on the request's clock and ends at its
  /// deadline, so that a test with a manual clock neither waits nor guesses.
  ///
  /// The deadline does not interrupt a slow handler.
  /// - Throws: `HTTPError`, or `CancellationError` when the task was cancelled.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    if isOffline { throw HTTPError(fault: .cannotConnect, "The mock market is offline.") }
    return try await MockTransport(self).send(request)
  }
}

/// A transport to a mock in the same process, without sockets; see ``MarketplaceMock/send(_:)``.
package struct MockTransport: HTTPTransport {
  private let handler: any MockHandler

  /// Carries requests to `handler`, such as a ``MarketplaceMock``.
  package init(_ handler: any MockHandler) { self.handler = handler }

  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let scheme = request.head.scheme?.lowercased(), ["http", "https"].contains(scheme),
      request.head.authority?.isEmpty == false
    else { throw HTTPError(fault: .invalidRequest, "the address must be absolute, http or https") }
    let exchange = MockExchange(request: request)
    try exchange.checkTime()
    var received = MockRequest(head: request.head)
    (received.body, received.bodyExceedsLimit) = try await exchange.upload()
    let response = await handler.handle(received)
    try exchange.checkTime()
    return try await exchange.receive(response)
  }
}
