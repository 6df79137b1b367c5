package import OpenMarketAPI
package import OpenMarketStore

/// Pending writes over one list of stored products: which they change, take away and bring in.
///
/// The one rule for pages, searches and the command line; a pure value.
package struct ListOverlay: Sendable {
  package let overlay: PendingOverlay
  /// The text of a search, as it was looked for in the store; `nil` for a list.
  private let search: NameSearch?
  private let filter: ProductFilter

  /// Makes the rule of one list.
  package init(_ overlay: PendingOverlay, search: NameSearch?, filter: ProductFilter) {
    (self.overlay, self.search, self.filter) = (overlay, search, filter)
  }

  /// A product of the list as it will be; `nil` when a write takes it out of the list.
  package func displayed(_ hit: SearchHit) -> SearchHit? {
    guard overlay.concerns(hit.id) else { return hit }
    let before = hit.product
    guard let product = overlay.product(before), filter.passes(product) else { return nil }
    var displayed = hit
    displayed.stored.product = product
    guard let search, product.name != before.name else { return displayed }
    let (was, found) = (search.hit(hit.stored), search.hit(displayed.stored))
    // What was found by something else than its name is still found by that.
    if found == nil, was != nil { return nil }
    displayed.matches = found?.matches ?? []
    if let found, was?.match.stage == hit.match.stage { displayed.match = found.match }
    return displayed
  }

  /// A product that the list may not have, as it will be; `nil` when it does not belong there then.
  package func insertion(_ stored: StoredProduct) -> SearchHit? {
    guard let product = overlay.product(stored.product) else { return nil }
    var changed = stored
    changed.product = product
    return hit(changed)
  }

  /// A product in the list; `nil` when it does not belong there, whatever waits.
  package func hit(_ stored: StoredProduct) -> SearchHit? {
    guard filter.passes(stored.product) else { return nil }
    guard let search else { return SearchHit(stored: stored, matches: []) }
    return search.hit(stored)
  }
}

extension ProductSort {
  /// Whether the one product stands before the other; by relevance as if the newest came first.
  package func orders(_ first: Product, before second: Product) -> Bool {
    switch self {
    case .priceAscending where first.salePrice != second.salePrice:
      first.salePrice < second.salePrice
    case .priceDescending where first.salePrice != second.salePrice:
      first.salePrice > second.salePrice
    default: first.id.isNewer(than: second.id)
    }
  }
}

extension SearchHit {
  /// Whether it stands before another hit in an order; by relevance as if the newest came first.
  ///
  /// Hits for a better reason come first in every order.
  package func precedes(_ other: SearchHit, in order: ProductSort) -> Bool {
    match.stage == other.match.stage
      ? order.orders(product, before: other.product) : match.stage < other.match.stage
  }
}

extension [SearchHit] {
  /// Puts hits where they belong; by relevance they stay where they are.
  mutating func arrange(by order: ProductSort) {
    guard order != .relevance else { return }
    sort { $0.precedes($1, in: order) }
  }

  /// Inserts hits before those that are here, but behind those that have a better reason.
  mutating func prepend(_ hits: [SearchHit]) {
    for stage in Set(hits.map(\.match.stage)).sorted() {
      let index = firstIndex { $0.match.stage >= stage } ?? endIndex
      insert(contentsOf: hits.filter { $0.match.stage == stage }, at: index)
    }
  }
}
