import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// A transport that can be made to hold no connection: reads that were under way begin anew when it goes on, writes fail
/// as if the connection had broken.
final class SuspendableTransport: HTTPTransport {
  private let base: any HTTPTransport
  /// The keeper of its connections, if there is one.
  private let connections: (any ConnectionKeeping)?
  private let latch = Latch()

  init(_ base: any HTTPTransport, connections: (any ConnectionKeeping)?) {
    (self.base, self.connections) = (base, connections)
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    while true {
      if let response = try await latch.run({ [base] in try await base.send(request) }) { return response }
      guard request.head.method == .get || request.head.method == .head else {
        throw HTTPError(fault: .connectionLost, "The market was suspended while the request was under way.")
      }
    }
  }

  /// Ends what runs, and closes the connections.
  func suspend() {
    latch.close()
    connections?.closeConnections()
  }

  /// Lets requests pass.
  func resume() { latch.open() }
}
