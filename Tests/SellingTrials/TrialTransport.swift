import OpenMarketHTTP
import Synchronization

/// Carries the requests of one process of a schedule, with its faults, and lets others do something first.
final class TrialTransport: HTTPTransport {
  typealias Send = @Sendable (TransportRequest) async throws -> TransportResponse
  private let handler = Mutex<Send?>(nil)

  /// Who responds from now on.
  func respond(_ handler: @escaping Send) { self.handler.withLock { $0 = handler } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let handler = handler.withLock({ $0 }) else {
      throw HTTPError(fault: .cannotConnect, "nobody responds")
    }
    return try await handler(request)
  }
}
