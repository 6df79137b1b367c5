#if Store
  import Foundation
  public import OpenMarket
  import OpenMarketAPI

  extension Marketplace {
    /// Returns a market in memory with a temporary store, for previews and tests of screens.
    ///
    /// ```swift
    /// #Preview {
    ///   if let market = try? Marketplace.preview(products: 30) { ProductList(ProductListModel(market.feed())) }
    /// }
    /// ```
    ///
    /// The store lies in the folder for temporary files and is removed when the market is closed or released.
    ///
    /// - Parameters:
    ///   - products: The number of products.
    ///   - seed: The same seed gives the same products.
    ///   - vendor: The signed-in vendor; `nil` for reading only.
    ///   - isOffline: Whether the server cannot be reached: the store is empty, and writes wait.
    ///   - latency: The delay of each response.
    ///   - faults: The plan for random faults; `nil` for none.
    ///   - configure: Changes other settings, such as the clock.
    /// - Returns: The market.
    /// - Throws: `StoreError` when the temporary store cannot be created; what `configure` throws.
    public static func preview(
      products: Int = 100, seed: UInt64 = 7, vendor: MarketplaceMock.Vendor? = .sample,
      isOffline: Bool = false,
      latency: Duration = .zero, faults: FaultPlan? = nil,
      configure: (inout Configuration) throws -> Void = { _ in }
    ) throws -> Marketplace {
      let mock = MarketplaceMock { ($0.productCount, $0.seed) = (products, seed) }
      mock.setFaultPlan(faults)
      return try preview(
        of: mock, vendor: vendor, isOffline: isOffline, latency: latency, configure: configure)
    }

    /// Returns a market with a temporary store over `mock`, for access to its ledger, faults and clock.
    ///
    /// - Parameters:
    ///   - mock: The market's server.
    ///   - vendor: The signed-in vendor, one of the mock's; `nil` for reading only.
    ///   - isOffline: Whether the server cannot be reached.
    ///   - latency: The delay of each response.
    ///   - configure: Changes other settings, such as the clock.
    /// - Returns: The market.
    /// - Throws: `StoreError` when the temporary store cannot be created; what `configure` throws.
    public static func preview(
      of mock: MarketplaceMock, vendor: MarketplaceMock.Vendor? = .sample, isOffline: Bool = false,
      latency: Duration = .zero, configure: (inout Configuration) throws -> Void = { _ in }
    ) throws -> Marketplace {
      let transport = PreviewTransport(mock, isOffline: isOffline, latency: latency)
      guard let server = URL(string: "http://preview.market") else {
        throw HTTPError(.invalidInput, "The address of the preview cannot be used.")
      }
      return try Marketplace(server: server, folder: transport.folder) { configuration in
        configuration.transport = transport
        configuration.serverHonoursIdempotencyKeys = mock.configuration.honoursIdempotencyKeys
        configuration.onClose = { [weak transport] in transport?.removeFolder() }
        if let vendor {
          configuration.credentials = try .fixed(identifier: vendor.identifier, secret: vendor.secret)
          configuration.vendor = Vendor(id: vendor.id, name: vendor.name)
        }
        try configure(&configuration)
      }
    }
  }
#endif
