import OpenMarketHTTP
import OpenMarketPacing

extension FeedSource {
  /// The server's list, saved as it is read, with what is stored of it when the server cannot be read.
  ///
  /// Products that a page of the unfiltered list proves to be gone leave the store. A page that cannot be saved is displayed
  /// all the same, which `events` tell. `stored` reads what the store holds of the list, in its order; by default the newest
  /// products that pass the filter, which the server does not know, whatever `matching` says.
  init(
    client: MarketClient, store: MarketStore, matching: String? = nil, filter: ProductFilter = .all,
    stored: (@Sendable (_ last: Product?, _ limit: Int) async throws -> [Product])? = nil,
    time: TimeSource = TimeSource(), events: MarketEvents = MarketEvents()
  ) {
    let isWholeList = matching?.isEmpty ?? true
    self.init(
      window: { number, size in
        let mark = store.responses.mark
        let newest = try? await store.newestID(before: ListWindow(page: number, size: size))
        let page = try await client.window(
          page: number, size: size, matching: matching,
          options: RequestOptions { $0.cachePolicy = .revalidate })
        try await events.storing(by: time.clock) {
          try await store.save(
            page.products, fetchedAt: time.date(),
            replacing: isWholeList ? page.completeSpan(newestStored: newest) : nil, asOf: mark)
        }
        return page
      },
      stored: stored ?? { last, limit in
        try await store.newest(before: last?.id, limit: limit, filter: filter).map(\.product)
      },
      products: { ids in try await store.products(ids).map(\.product) },
      changes: { store.changes() },
      shows: { filter.passes($0) })
  }
}

extension ProductPage {
  /// The ids of which this page, one of the whole list, shows all that there are; `nil` when it proves nothing,
  /// as ids do not descend or entries could not be read.
  ///
  /// A page that says itself that it is the last is believed when its counts agree. The `newest` product that the store held
  /// before the first page was asked for is gone if the page does not show it; newer ones may have been listed since.
  func completeSpan(newestStored newest: Product.ID?) -> ClosedRange<Product.ID>? {
    guard let first = products.first?.id, let last = products.last?.id, skippedEntryCount == 0,
      zip(products, products.dropFirst()).allSatisfy({ $0.id > $1.id })
    else { return nil }
    let before = max(0, page - 1).pageCount(times: itemsPerPage)
    let isLast = !hasNext && statesCounts && totalCount == before + products.count
    return (isLast ? Product.ID(rawValue: .min) : last)...max(first, newest ?? first)
  }
}

extension MarketStore {
  /// The newest product stored, when `window` is at the top of the list and so can show that it is gone.
  func newestID(before window: ListWindow) async throws -> Product.ID? {
    window.start == 0 ? try await newest(limit: 1).first?.id : nil
  }
}
