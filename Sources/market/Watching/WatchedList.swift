import Foundation
import OpenMarketAPI

/// Finds what has changed between one reading of the newest products and the next.
///
/// Only the first page is watched. A product that a newer one pushes off the page is not gone, and one that moves up
/// because another has gone is not new.
struct WatchedList {
  private var last: ProductPage?

  /// Takes the next lookup, and says what is different in it, in its order; what is gone comes last.
  mutating func take(_ page: ProductPage) -> [ListChange] {
    defer { last = page }
    guard let last else { return page.products.map { ListChange(kind: .present, product: $0) } }
    let before = Dictionary(last.products.map { ($0.id, $0) }) { first, _ in first }
    let changes = page.products.compactMap { product -> ListChange? in
      guard let old = before[product.id] else {
        return ListChange(kind: last.shows(product.id) ? .new : .present, product: product)
      }
      return old == product ? nil : ListChange(kind: .changed, product: product, previous: old)
    }
    let now = Set(page.products.map(\.id))
    let gone = last.products.filter { !now.contains($0.id) && page.shows($0.id) }
    return changes + gone.map { ListChange(kind: .gone, product: $0) }
  }
}

extension ProductPage {
  /// Whether a product of this number would be on this first page if it were in the list: newer ones have higher
  /// numbers.
  fileprivate func shows(_ id: Product.ID) -> Bool {
    guard hasNext else { return true }
    return products.map(\.id).min().map { id > $0 } ?? false
  }
}

struct ListChange: Equatable {
  enum Kind: String {
    /// It was there before: in the first round, or below the part watched until then.
    case present
    case new
    case changed
    case gone
  }

  var kind: Kind
  /// As it is now; when gone, as it was.
  var product: Product
  var previous: Product?

  /// The cells of a list's row; one that has changed shows both values.
  var cells: [String] {
    guard let previous else { return product.listCells }
    return zip(previous.listCells, product.listCells).map { $0 == $1 ? $1 : "\($0) → \($1)" }
  }

  /// As `market watch --json` shows it: `Schemas/json/cli-change.schema.json`; rounds count from 1.
  func json(query: String, round: Int, at date: Date) -> JSONFields {
    [
      "at": date.formatted(.iso8601), "change": kind.rawValue, "query": query, "round": round,
      "product": product.json, "previous": previous?.json,
    ]
  }
}
