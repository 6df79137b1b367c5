package import OpenMarketAPI

extension MarketStore {
  /// Now; to be taken before the server is asked.
  package var responseMark: ResponseMark { files.responses.mark }

  /// The products about which responses to writes have come since.
  package func responded(since mark: ResponseMark) -> Set<Product.ID> {
    files.responses.products(since: mark)
  }

  /// Notes that responses to writes are about to be saved.
  package func noteResponses(about products: [Product.ID]) { files.responses.note(products) }
}
