package import OpenMarketAPI
package import OpenMarketHTTP

extension MarketStore {
  /// Committed changes from now on: of this process at once, of others within
  /// ``Configuration/pollInterval``.
  ///
  /// Ends when the store is closed. What a slow listener has not taken is merged, not queued.
  package func changes() -> AsyncStream<StoreChange> {
    let changes = files.changeHub.stream()
    watchOtherProcesses()
    return changes
  }

  /// The events of the files: the latest first, then those to come. Ends when the store is closed, or with the market that it is part of.
  package var events: AsyncStream<MarketEvent> { files.events.stream() }

  /// Now; to be taken before the server is asked.
  package var responseMark: ResponseMark { files.responses.mark }

  /// The products about which responses to writes have come since.
  package func responded(since mark: ResponseMark) -> Set<Product.ID> {
    files.responses.products(since: mark)
  }

  /// Notes that responses to writes are about to be saved.
  package func noteResponses(about products: [Product.ID]) { files.responses.note(products) }
}
