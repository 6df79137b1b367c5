import HTTPTypes
import OpenMarketHTTP
import Synchronization

/// Watches the responses of the server to anybody: the first one after a failure says that the network is back.
final class ResponseWatch: Sendable {
  private let handler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Calls `report` with each response.
  func listen(_ report: @escaping @Sendable () -> Void) { handler.withLock { $0 = report } }

  fileprivate func noteResponse() { handler.withLock { $0 }?() }
}

/// A transport that lets a ``ResponseWatch`` see that responses come.
struct WatchedTransport: HTTPTransport {
  let base: any HTTPTransport
  let watch: ResponseWatch

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await base.send(request)
    // A server in trouble is no sign that pending writes would fare better.
    if response.head.status.code < 500, response.head.status.code != 429 { watch.noteResponse() }
    return response
  }
}
