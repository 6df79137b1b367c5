import HTTPTypes
import OpenMarketHTTP
import Synchronization

/// Watches the responses of the server to anybody: the first one after a failure says that the network is back.
final class ResponseWatch: Sendable {
  /// Not the function alone: Swift 6.3.1 wraps a function in two more whenever it is read under a lock, so that after some
  /// thousand times calling it takes more than the stack.
  private struct Listener {
    var report: @Sendable () -> Void
  }

  private let listener = Mutex<Listener?>(nil)

  /// Calls `report` with each response.
  func listen(_ report: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = Listener(report: report) }
  }

  fileprivate func noteResponse() { listener.withLock { $0 }?.report() }
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
