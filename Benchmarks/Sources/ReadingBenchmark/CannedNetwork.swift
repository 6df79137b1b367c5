import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import Synchronization

/// A network that remembers each response of the mock market and gives it again, so that no server's work is
/// measured; or one that accepts requests and stays silent.
final class CannedNetwork: HTTPTransport {
  private struct State {
    var responses: [String: TransportResponse] = [:]
    var isSilent = false
  }

  private let market = MarketplaceMock { $0.productCount = 1_000 }
  private let state = Mutex(State())

  var isSilent: Bool {
    get { state.withLock { $0.isSilent } }
    set { state.withLock { $0.isSilent = newValue } }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let path = request.head.path ?? ""
    let (known, isSilent) = state.withLock { ($0.responses[path], $0.isSilent) }
    if isSilent {
      try await Task.sleep(for: .seconds(86_400))  // The client cancels it at its deadline.
      throw HTTPError(.timedOut, "silence")
    }
    if let known { return known }
    let response = try await market.send(request)
    state.withLock { $0.responses[path] = response }
    return response
  }
}
