package import OpenMarketHTTP
package import OpenMarketPacing

extension FeedSource {
  /// The server's list, saved as it is read, with what is stored of it when the server cannot be read.
  ///
  /// Products that a page of the unfiltered list proves to be gone leave the store.
  ///
  /// - Parameters:
  ///   - client: Reads the pages.
  ///   - store: Keeps what they show.
  ///   - matching: The text that the server looks for; `nil` or empty for all products.
  ///   - filter: Which products of the server's list are displayed; the server does not know it.
  ///   - stored: Reads what the store holds of the list, in its order. Default: the newest products that pass
  ///     the filter, whatever `matching` says.
  ///   - time: Its date becomes that of the stored products; its clock measures how long storing them may take.
  ///   - events: Are told that a page could not be saved; it is displayed all the same.
  package init(
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
  /// A page that says itself that it is the last is believed when its counts agree.
  ///
  /// - Parameter newest: The newest product that the store held before the first page was asked for: if this
  ///   page does not show it, it is gone. Newer ones may have been listed since.
  /// - Returns: The span, both ends included.
  func completeSpan(newestStored newest: Product.ID?) -> ClosedRange<Product.ID>? {
    guard let first = products.first?.id, let last = products.last?.id, skippedEntryCount == 0,
      zip(products, products.dropFirst()).allSatisfy({ $0.id > $1.id })
    else { return nil }
    let isLast = !hasNext && statesCounts && totalCount == (page - 1) * itemsPerPage + products.count
    return (isLast ? Product.ID(rawValue: .min) : last)...max(first, newest ?? first)
  }
}

extension MarketStore {
  /// The newest product stored, when `window` is at the top of the list and so can show that it is gone.
  func newestID(before window: ListWindow) async throws -> Product.ID? {
    window.start == 0 ? try await newest(limit: 1).first?.id : nil
  }
}

extension ProductFilter {
  /// Whether the filter lets `product` through.
  package func passes(_ product: Product) -> Bool {
    if let minimumPrice, product.salePrice < minimumPrice { return false }
    if let maximumPrice, product.salePrice > maximumPrice { return false }
    if let vendorID, product.vendorID != vendorID { return false }
    if !extra.isContained(in: product.extra) { return false }
    switch availability {
    case .any: return true
    case .onSale: return product.stock > 0
    case .soldOut: return product.stock == 0
    }
  }
}
