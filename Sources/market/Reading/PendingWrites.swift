import OpenMarket

/// Pending writes, over what is stored: which products they change, take away, and bring into a list.
struct PendingWrites {
  /// The products that pending writes insert into one list, in the order of the list.
  struct LocalInsertions {
    fileprivate(set) var products: [OfflineHit]
    /// How many more are in the list than are stored.
    let change: Int
    fileprivate let order: ProductSort

    /// The next of them, if it stands before `hit`.
    mutating func takeFirst(before hit: OfflineHit?) -> OfflineHit? {
      guard let first = products.first else { return nil }
      guard let hit else { return products.removeFirst() }
      // By relevance, what a search has not found by itself stands before all that it has.
      let isFirst =
        order == .relevance
        ? first.hit.section(in: order) <= hit.hit.section(in: order) : first.hit.precedes(hit.hit, in: order)
      return isFirst ? products.removeFirst() : nil
    }
  }

  private let overlay: PendingOverlay
  /// The server's copies of the products that are to be changed.
  private let changed: [StoredProduct]

  /// Reads pending writes; `vendor` sells, unless the responses to earlier writes have said who does.
  ///
  /// A queue that cannot be read is no reason to withhold the rest.
  init(_ reader: StoreReader, vendor: Vendor?, terminal: Terminal = Terminal()) {
    do {
      let (new, edits) = (try reader.pendingEntries(.new), try reader.pendingEntries(.changed))
      let vendor = new.isEmpty ? nil : try vendor ?? reader.vendor()
      changed = try edits.compactMap { try reader.product($0.id) }
      overlay = PendingOverlay(new + edits, vendor: vendor, folder: reader.folder)
    } catch {
      (overlay, changed) = (.none, [])
      terminal.note("market: warning: pending writes are not displayed: \("\(error)".printable)")
    }
  }

  /// A product as it will be; `nil` when there is none, or when it is to be deleted.
  func product(_ id: Product.ID, _ stored: StoredProduct?) -> OfflineHit? {
    let list = ListOverlay(overlay, search: nil, filter: .all)
    return (newListing(id).flatMap(list.hit) ?? stored.flatMap(list.insertion)).map(hit)
  }

  /// Stored products as they will be in a list, without those that leave it and those whose place changes.
  func displayed(
    _ hits: [SearchHit], _ order: ProductSort, _ search: TextSearch?, _ filter: ProductFilter
  ) -> [OfflineHit] {
    let list = ListOverlay(overlay, search: search, filter: filter)
    return hits.compactMap { stored in
      if order.isByPrice, overlay.concerns(stored.id) { return nil }
      guard let displayed = list.displayed(stored) else { return nil }
      return displayed.section(in: order) == stored.section(in: order) ? hit(displayed) : nil
    }
  }

  /// Returns the products that pending writes insert into a list.
  func localInsertions(
    _ order: ProductSort, _ search: TextSearch?, _ filter: ProductFilter
  ) -> LocalInsertions {
    let list = ListOverlay(overlay, search: search, filter: filter)
    var hits = overlay.listings.compactMap { newListing($0.id).flatMap(list.hit) }
    var change = hits.count
    for stored in changed {
      let (was, after) = (list.hit(stored), list.insertion(stored))
      if let after, was?.section(in: order) != after.section(in: order) || order.isByPrice {
        hits.append(after)
      }
      change += (after == nil ? 0 : 1) - (was == nil ? 0 : 1)
    }
    hits.sort { $0.precedes($1, in: order) }
    return LocalInsertions(products: hits.map(hit), change: change, order: order)
  }

  private func hit(_ hit: SearchHit) -> OfflineHit {
    OfflineHit(hit: hit, pending: overlay[hit.id]?.writes.map(\.kind) ?? [])
  }

  private func newListing(_ id: Product.ID) -> StoredProduct? {
    guard let listing = overlay.listing(id), let date = overlay[id]?.since else { return nil }
    return StoredProduct(product: listing, fetchedAt: date, detailedAt: date)
  }
}
