import Foundation
import OpenMarket

/// Pending writes, over what is stored: which products they change, take away, and bring into a list.
struct PendingWrites {
  /// The products that pending writes insert into one list, in the order of the list.
  struct LocalInsertions {
    fileprivate(set) var products: [OfflineHit]
    /// How many more are in the list than are stored.
    var change: Int
    fileprivate let sort: ProductSort

    /// The next of them, if it stands before `hit`.
    mutating func takeFirst(before hit: OfflineHit?) -> OfflineHit? {
      guard let first = products.first else { return nil }
      // By relevance, what a search has not found by itself stands before all that it has.
      guard let hit, sort != .relevance, !sort.orders(first, before: hit) else {
        return products.removeFirst()
      }
      return nil
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
      (overlay, changed) = try Self.read(reader, vendor)
    } catch {
      (overlay, changed) = (.none, [])
      terminal.note("market: warning: pending writes are not displayed: \("\(error)".printable)")
    }
  }

  private static func read(_ reader: StoreReader, _ vendor: Vendor?) throws -> (
    PendingOverlay, [StoredProduct]
  ) {
    let (new, edits) = (try reader.pending(.new), try reader.pending(.changed))
    let overlay = PendingOverlay(
      new + edits, vendor: new.isEmpty ? nil : try vendor ?? reader.vendor(), folder: reader.folder)
    return (overlay, try edits.compactMap { try reader.product($0.id) })
  }

  /// A product as it will be; `nil` when there is none, or when it is to be deleted.
  func product(_ id: Product.ID, _ stored: StoredProduct?) -> OfflineHit? {
    if let listing = overlay.listing(id) { return displayed(listing, new: id) }
    return stored.flatMap { displayed(SearchHit(stored: $0, matches: [])) }
  }

  /// Whether something waits for a product.
  func concerns(_ id: Product.ID) -> Bool { overlay.concerns(id) }

  /// Stored products as they will be in a list, without those that leave it and those whose place changes.
  func displayed(
    _ hits: [SearchHit], _ sort: ProductSort?, _ search: NameSearch?, _ filter: ProductFilter
  ) -> [OfflineHit] {
    guard !overlay.isEmpty else { return hits.map { OfflineHit(hit: $0) } }
    let isMoving = sort?.isByPrice ?? false
    return hits.compactMap { hit in
      guard overlay.concerns(hit.id) else { return OfflineHit(hit: hit) }
      guard !isMoving, let displayed = displayed(hit) else { return nil }
      let isRenamed = displayed.hit.stored.product.name != hit.stored.product.name
      return Self.entering(displayed, isRenamed ? search : nil, filter)
    }
  }

  /// Returns the products that pending writes insert into a list.
  func localInsertions(_ sort: ProductSort?, _ search: NameSearch?, _ filter: ProductFilter)
    -> LocalInsertions
  {
    var localInsertions = LocalInsertions(products: [], change: 0, sort: sort ?? .newest)
    guard !overlay.isEmpty else { return localInsertions }
    func entering(_ hit: OfflineHit) -> OfflineHit? { Self.entering(hit, search, filter) }
    localInsertions.products = overlay.listings.compactMap { entering(displayed($0, new: $0.id)) }
    localInsertions.change = localInsertions.products.count
    for stored in changed {
      let before = SearchHit(stored: stored, matches: [])
      let (was, after) = (entering(OfflineHit(hit: before)) != nil, displayed(before).flatMap(entering))
      if let after, !was || sort?.isByPrice == true { localInsertions.products.append(after) }
      localInsertions.change += (after == nil ? 0 : 1) - (was ? 1 : 0)
    }
    localInsertions.products.sort { localInsertions.sort.orders($0, before: $1) }
    return localInsertions
  }

  private func displayed(_ hit: SearchHit) -> OfflineHit? {
    guard let pending = overlay[hit.id] else { return OfflineHit(hit: hit) }
    guard let product = overlay.product(hit.stored.product) else { return nil }
    var displayed = hit
    displayed.stored.product = product
    return OfflineHit(hit: displayed, pending: pending.writes.map(\.kind))
  }

  /// The product as the list shows it; `nil` when it does not belong there.
  private static func entering(_ hit: OfflineHit, _ search: NameSearch?, _ filter: ProductFilter)
    -> OfflineHit?
  {
    guard filter.passes(hit.hit.stored.product) else { return nil }
    guard let search else { return hit }
    guard let matches = search.matches(in: hit.hit.stored.product.name) else { return nil }
    var hit = hit
    hit.hit.matches = matches
    return hit
  }

  private func displayed(_ listing: Product, new id: Product.ID) -> OfflineHit {
    let pending = overlay[id]
    let date = pending?.since ?? .distantPast
    return OfflineHit(
      hit: SearchHit(stored: StoredProduct(product: listing, fetchedAt: date, detailedAt: date), matches: []),
      pending: pending?.writes.map(\.kind) ?? [])
  }
}

extension ProductSort {
  /// Whether what pending writes bring in stands before `other`.
  fileprivate func orders(_ insertion: OfflineHit, before other: OfflineHit) -> Bool {
    let (first, second) = (insertion.hit.stored.product, other.hit.stored.product)
    let isNewer = first.id.isNewer(than: second.id)
    switch self {
    case .priceAscending where first.bargainPrice != second.bargainPrice:
      return first.bargainPrice < second.bargainPrice
    case .priceDescending where first.bargainPrice != second.bargainPrice:
      return first.bargainPrice > second.bargainPrice
    default: return isNewer
    }
  }
}
