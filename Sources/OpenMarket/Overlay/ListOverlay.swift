package import OpenMarketAPI
package import OpenMarketStore

/// Pending writes over one list of stored products: which they change, take away and bring in.
///
/// The one rule for pages, searches and the command line; a pure value.
package struct ListOverlay: Sendable {
  package let overlay: PendingOverlay
  /// The text of a search, as it was looked for in the store; `nil` for a list.
  private let search: TextSearch?
  private let filter: ProductFilter

  /// Makes the rule of one list.
  package init(_ overlay: PendingOverlay, search: TextSearch?, filter: ProductFilter) {
    (self.overlay, self.search, self.filter) = (overlay, search, filter)
  }

  /// A product of the list as it will be; `nil` when a write takes it out of the list.
  package func displayed(_ hit: SearchHit) -> SearchHit? {
    guard overlay.concerns(hit.id) else { return hit }
    let before = hit.product
    guard let product = overlay.product(before), filter.passes(product) else { return nil }
    var displayed = hit
    displayed.stored.product = product
    guard let search, !SearchedTexts(product).hasSameBytes(as: SearchedTexts(before)) else {
      return displayed
    }
    let (was, found) = (search.hit(hit.stored), search.hit(displayed.stored))
    // What the server has found in a way of its own is still found so.
    if found == nil, was != nil { return nil }
    guard let found, was?.match.stage == hit.match.stage else {
      displayed.matches = found?.matches ?? []
      return displayed
    }
    return found
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
  /// Hits for a better reason come first in every order; by relevance what is on sale comes before what is sold.
  package func precedes(_ other: SearchHit, in order: ProductSort) -> Bool {
    let (section, otherSection) = (section(in: order), other.section(in: order))
    return section == otherSection ? order.orders(product, before: other.product) : section < otherSection
  }
}

extension [SearchHit] {
  /// Puts hits where they belong; by relevance those of a section stay in their order.
  mutating func arrange(by order: ProductSort) {
    guard order == .relevance else { return sort { $0.precedes($1, in: order) } }
    let sections = Dictionary(grouping: self) { $0.section(in: order) }
    self = sections.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Inserts hits before those that are here, but behind those of better sections.
  mutating func prepend(_ hits: [SearchHit], in order: ProductSort) {
    for section in Set(hits.map { $0.section(in: order) }).sorted() {
      let index = firstIndex { $0.section(in: order) >= section } ?? endIndex
      insert(contentsOf: hits.filter { $0.section(in: order) == section }, at: index)
    }
  }
}
