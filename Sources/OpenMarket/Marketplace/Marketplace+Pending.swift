import OpenMarketStore

extension Marketplace {
  var overlays: OverlaySource {
    OverlaySource(store: store, vendor: configuration.vendor) { [events = reader.events] error in
      events.send(.storeFailed(error))
    }
  }

  /// Another outbox on the same store, as that of a process that was started anew.
  package func makeOutbox() -> Outbox {
    Outbox(
      client, store, configuration.outbox, vendor: configuration.vendor, http: configuration.http,
      events: reader.events)
  }
}
