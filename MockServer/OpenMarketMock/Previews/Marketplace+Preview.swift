#if Store
  import Foundation
  public import OpenMarket
  import OpenMarketAPI
  import OpenMarketHTTP
  import OpenMarketPacing

  extension Marketplace {
    /// Returns a market in memory with a temporary store, for previews and tests of screens.
    ///
    /// ```swift
    /// #Preview {
    ///   if let market = try? Marketplace.preview() { ProductList(ProductListModel(market.feed())) }
    /// }
    /// ```
    ///
    /// The store lies in the folder for temporary files and is removed when the market is closed or released.
    ///
    /// - Parameters:
    ///   - mock: The market's server, with its products, faults and ledger (default: 100 products).
    ///   - vendor: The signed-in vendor, one of the mock's; `nil` for reading only.
    ///   - isOffline: Whether this market has no network, unlike others of `mock`: the store is empty, and writes wait. To switch it on
    ///     and off, use ``MarketplaceMock/isOffline``.
    ///   - latency: The delay of each response.
    ///   - configure: Changes other settings, such as the clock.
    /// - Returns: The market.
    /// - Throws: `StoreError` when the temporary store cannot be created; what `configure` throws.
    public static func preview(
      of mock: MarketplaceMock = MarketplaceMock(), vendor: MarketplaceMock.Vendor? = .sample,
      isOffline: Bool = false, latency: Duration = .zero,
      configure: (inout Configuration) throws -> Void = { _ in }
    ) throws -> Marketplace {
      let transport = PreviewTransport(mock, latency: latency, isOffline: isOffline)
      guard let server = URL(string: "http://preview.market") else {
        throw HTTPError(.invalidInput, "The address of the preview cannot be used.")
      }
      return try Marketplace(server: server, folder: transport.folder) { configuration in
        configuration.transport = transport
        configuration.serverHonoursIdempotencyKeys = mock.configuration.honoursIdempotencyKeys
        configuration.onClose = { [weak transport] in transport?.removeFolder() }
        if let vendor {
          configuration.credentials = try VendorCredentials(
            identifier: vendor.identifier, secret: vendor.secret)
          configuration.vendor = Vendor(id: vendor.id, name: vendor.name)
        }
        try configure(&configuration)
      }
    }
  }

  /// Carries requests to a mock, late, and removes the store of its market once it is unused.
  private final class PreviewTransport: HTTPTransport {
    /// The store's folder.
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "openmarket-preview-\(UUID.random().uuidString)", directoryHint: .isDirectory)
    private let base: MarketplaceMock
    private let latency: Duration
    private let isOffline: Bool

    init(_ mock: MarketplaceMock, latency: Duration, isOffline: Bool) {
      (base, self.latency, self.isOffline) = (mock, latency, isOffline)
    }

    deinit { removeFolder() }

    func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      if isOffline { throw HTTPError(fault: .cannotConnect, "The preview is offline.") }
      if latency > .zero, !base.isOffline {
        let end = request.clock.now.advanced(by: latency)
        try await request.clock.sleep(until: min(end, request.deadline ?? end), tolerance: nil)
      }
      return try await base.send(request)
    }
  }
#endif
