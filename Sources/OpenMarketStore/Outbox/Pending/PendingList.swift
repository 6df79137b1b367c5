import OpenMarketAPI
import Synchronization

/// The latest listings of one kind for which something waits, as they were read together.
final class PendingList: Sendable {
  /// The latest first.
  let products: [PendingProduct]
  /// How many were asked for.
  let limit: Int
  private let numbers: [Product.ID: Int]
  /// Made when first searched, since folding a text takes longer than finding something in it.
  private let names = Mutex<[CompactName?]?>(nil)

  init(_ products: [PendingProduct], limit: Int) {
    (self.products, self.limit) = (products, limit)
    numbers = Dictionary(products.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// What waits for a listing, if it is among them.
  subscript(id: Product.ID) -> PendingProduct? { numbers[id].map { products[$0] } }

  /// Those that may be hits of a search in which the stored products do not show them: under the names that they will
  /// have, and, if there is a filter, those of any name whose price or stock will change.
  func newcomers(of query: SearchQuery) -> [PendingProduct] {
    let terms = SearchTerms(query.text)
    guard !terms.pieces.isEmpty else { return [] }
    let names = names.withLock { names in
      if let names { return names }
      let folded = products.map { $0.name.map(CompactName.init) }
      names = folded
      return folded
    }
    return zip(products, names).compactMap { product, name in
      if let name { return name.isHit(of: terms) ? product : nil }
      return query.filter != .all && product.changesPriceOrStock ? product : nil
    }
  }
}

extension PendingProduct {
  /// The name that the listing will have; `nil` when it keeps the one it has.
  fileprivate var name: String? {
    writes.reduce(nil) { name, write in
      switch write {
      case .create(let draft, _): draft.name
      case .edit(let changes, _): changes.name ?? name
      case .delete: name
      }
    }
  }

  fileprivate var changesPriceOrStock: Bool {
    writes.contains { write in
      guard case .edit(let changes, _) = write else { return false }
      return changes.price != nil || changes.discountedPrice != nil || changes.stock != nil
    }
  }
}
