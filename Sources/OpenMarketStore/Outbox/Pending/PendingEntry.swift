package import Foundation
package import OpenMarketAPI
import Synchronization

/// The pending writes of one listing, with everything that reads make of them again and again.
///
/// A reference, so that lists of a thousand are handed on without copying their texts.
package final class PendingEntry: Sendable, Identifiable {
  /// The writes.
  package let product: PendingProduct
  /// The new listing as it will be, without photos and vendor; `nil` for others, and when it is to be deleted.
  package let listing: Product?
  /// The texts that the listing will have, as far as they are known: of another listing those that edits set.
  private let texts: SearchedTexts
  /// All that edits set.
  private let changed: ProductChanges
  private let made: Mutex<Made>

  /// Values made when first needed: each takes longer than to read the row.
  private struct Made {
    var units: SearchedUnits
    var listing: (product: Product?, vendor: Vendor?, folder: URL?)?
  }

  package init(_ product: PendingProduct) {
    self.product = product
    listing = product.listing(vendor: nil, folder: nil)
    changed = product.changes
    texts =
      listing.map(SearchedTexts.init)
      ?? SearchedTexts(name: changed.name ?? "", description: changed.description)
    made = Mutex(Made(units: SearchedUnits(texts, areKept: true)))
  }

  /// - Returns: `nil` when none of the rows counts.
  convenience init?(_ rows: [SubmissionRow]) {
    guard let product = PendingProduct(rows) else { return nil }
    self.init(product)
  }

  /// The listing's number.
  package var id: Product.ID { product.id }

  /// The new listing as it will be, with its photos in a store's folder; `nil` as for ``listing``.
  package func listing(vendor: Vendor?, folder: URL?) -> Product? {
    guard listing != nil else { return nil }
    return made.withLock { made in
      if let known = made.listing, known.vendor == vendor, known.folder == folder { return known.product }
      let listing = product.listing(vendor: vendor, folder: folder)
      made.listing = (listing, vendor, folder)
      return listing
    }
  }

  /// Whether the writes may bring the product into a list that does not show it without them: one with this filter, or of
  /// products with a certain text.
  package func mayEnter(_ filter: ProductFilter, hasText: Bool) -> Bool {
    filter.mayBePassed(through: changed) || hasText && changed.setsText
  }

  /// Whether it may be a hit of a search that does not find it among the stored products: by what edits make of its
  /// texts, its price or its stock.
  func mayEnter(_ search: TextSearch, _ query: SearchQuery) -> Bool {
    if query.filter.mayBePassed(through: changed) || query.sort.isByPrice && changed.setsPrice { return true }
    guard changed.setsText else { return false }
    return made.withLock { search.mayFind(&$0.units) }
  }

  /// The stage of a search that finds the new listing, sold by a vendor of that name; `nil` when none does.
  package func stage(in search: TextSearch, soldBy vendor: String?) -> Int? {
    made.withLock { made in
      if made.units.texts.vendor != vendor {
        made.units = SearchedUnits(texts.sold(by: vendor), areKept: true)
      }
      return search.stage(of: &made.units)
    }
  }
}

extension PendingEntry: Hashable {
  package static func == (first: PendingEntry, second: PendingEntry) -> Bool {
    first === second || first.product == second.product
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(product) }
}

extension ProductChanges {
  fileprivate var setsText: Bool { name != nil || description != nil }
}
