#if Store
  import Foundation
  import OpenMarketHTTP
  import OpenMarketPacing

  /// Carries requests to a mock, late or not at all, and removes the store of its market once it is unused.
  final class PreviewTransport: HTTPTransport {
    /// The store's folder.
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "openmarket-preview-\(UUID().uuidString)", directoryHint: .isDirectory)
    private let base: MockTransport
    private let isOffline: Bool
    private let latency: Duration

    init(_ mock: MarketplaceMock, isOffline: Bool, latency: Duration) {
      base = MockTransport(mock)
      (self.isOffline, self.latency) = (isOffline, latency)
    }

    deinit { removeFolder() }

    func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      if isOffline { throw HTTPError(fault: .cannotConnect, "the preview is offline") }
      if latency > .zero {
        let end = request.clock.now.advanced(by: latency)
        try await request.clock.sleep(until: min(end, request.deadline ?? end), tolerance: nil)
      }
      return try await base.send(request)
    }
  }
#endif
