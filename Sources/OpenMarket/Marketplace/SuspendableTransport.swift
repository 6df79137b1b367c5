import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

/// A transport that can be made to hold no connection: reads that were under way begin anew when it goes on, writes fail
/// as if the connection had broken.
final class SuspendableTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let connections = KeptConnections()
  private let latch = Latch()

  init(_ base: any HTTPTransport) { self.base = base }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    while true {
      let response = try await latch.run { [base, connections] in
        try await KeptConnections.$current.withValue(connections) { try await base.send(request) }
      }
      if let response { return response }
      guard request.head.method == .get || request.head.method == .head else {
        throw HTTPError(fault: .connectionLost, "The market was suspended while the request was under way.")
      }
    }
  }

  /// Ends what runs, and closes the connections.
  func suspend() {
    latch.close()
    connections.close()
  }

  /// Lets requests pass.
  func resume() { latch.open() }
}
