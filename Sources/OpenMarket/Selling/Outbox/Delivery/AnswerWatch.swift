import HTTPTypes
import OpenMarketHTTP
import Synchronization

/// Watches the answers of the server to anybody: the first one after a failure says that the network is back.
final class AnswerWatch: Sendable {
  private let handler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Calls `report` with each answer.
  func listen(_ report: @escaping @Sendable () -> Void) { handler.withLock { $0 = report } }

  fileprivate func noteAnswer() { handler.withLock { $0 }?() }
}

/// A transport that lets an ``AnswerWatch`` see that answers come.
struct WatchedTransport: HTTPTransport {
  let base: any HTTPTransport
  let watch: AnswerWatch

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await base.send(request)
    // A server in trouble is no sign that waiting writes would fare better.
    if response.head.status.code < 500, response.head.status.code != 429 { watch.noteAnswer() }
    return response
  }
}
