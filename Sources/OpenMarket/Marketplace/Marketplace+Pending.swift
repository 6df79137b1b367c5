package import OpenMarketAPI
import OpenMarketStore

extension Marketplace {
  var overlays: OverlaySource {
    OverlaySource(store: store, vendor: configuration.vendor) { [events = reader.events] error in
      events.send(.storeFailed(error))
    }
  }

  /// Pending writes for these products, to be laid over products that were not read through the market.
  ///
  /// - Parameter products: Their numbers, the server's or this device's own.
  /// - Returns: An overlay of pending writes now.
  /// - Throws: `CancellationError`.
  package func overlay(over products: [Product.ID]) async throws -> PendingOverlay {
    try await overlays.overlay(over: products)
  }

  /// Another outbox on the same store, as that of a process that was started anew.
  package func makeOutbox() -> Outbox {
    Outbox(
      client, store, configuration.outbox, vendor: configuration.vendor, http: configuration.http,
      events: reader.events)
  }
}
