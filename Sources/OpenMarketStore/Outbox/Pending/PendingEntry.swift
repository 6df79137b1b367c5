import OpenMarketAPI
import Synchronization

/// A listing for which something waits, and its place in a ``PendingList``.
final class PendingEntry: Sendable {
  let product: PendingProduct
  /// Lower is later: the number of a new listing, or that of the last write of another one, negated.
  let rank: Int64
  /// Made when first searched, since folding a text takes longer than finding something in it.
  private let foldedName = Mutex<CompactName?>(nil)

  init(_ product: PendingProduct, rank: Int64) { (self.product, self.rank) = (product, rank) }

  /// - Returns: `nil` when none of the rows counts.
  convenience init?(_ rows: [SubmissionRow]) {
    guard let last = rows.last, let product = PendingProduct(rows) else { return nil }
    self.init(product, rank: last.product < 0 ? last.product : -last.id)
  }

  /// Whether it may be a hit of a search in which the stored products do not show it: under the name that it will have,
  /// or, if there is a filter, under any name when its price or stock will change.
  func isInsertion(of terms: SearchTerms, isFiltered: Bool) -> Bool {
    guard let name = product.name else { return isFiltered && product.changesPriceOrStock }
    return foldedName.withLock { folded in
      let compact = folded ?? CompactName(name)
      folded = compact
      return compact.isHit(of: terms)
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
