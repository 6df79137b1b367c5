package import Foundation
package import OpenMarketAPI
import Synchronization

/// The pending writes of one listing, with everything that reads make of them again and again.
///
/// A reference, so that lists of a thousand are handed on without copying their texts.
package final class PendingEntry: Sendable, Identifiable {
  /// The writes.
  package let product: PendingProduct
  /// Lower is later: the number of a new listing, or that of the last write of another one, negated.
  let rank: Int64
  /// The new listing as it will be, without photos and vendor; `nil` for others, and when it is to be deleted.
  package let listing: Product?
  /// The texts that the listing will have, as far as they are known: of another listing those that edits set.
  private let texts: SearchedTexts
  private let changed: ChangedFields
  private let made: Mutex<Made>

  /// Values made when first needed: each takes longer than to read the row.
  private struct Made {
    var units: SearchedUnits
    var listing: (product: Product?, vendor: Vendor?, folder: URL?)?
  }

  package init(_ product: PendingProduct, rank: Int64 = 0) {
    (self.product, self.rank) = (product, rank)
    listing = product.listing(vendor: nil, folder: nil)
    changed = ChangedFields(product.writes)
    texts =
      listing.map(SearchedTexts.init)
      ?? SearchedTexts(name: product.newName ?? "", description: product.newDescription)
    made = Mutex(Made(units: SearchedUnits(texts, areKept: true)))
  }

  /// - Returns: `nil` when none of the rows counts.
  convenience init?(_ rows: [SubmissionRow]) {
    guard let last = rows.last, let product = PendingProduct(rows) else { return nil }
    self.init(product, rank: last.product < 0 ? last.product : -last.id)
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

  /// Tells whether the writes may bring the product into a list that does not show it without them.
  ///
  /// - Parameters:
  ///   - filter: The filter of the list.
  ///   - hasText: Whether the list has only products with a certain text.
  /// - Returns: Whether they change a field that the list selects by.
  package func mayEnter(_ filter: ProductFilter, hasText: Bool) -> Bool {
    changed.decide(on: filter) || hasText && !changed.isDisjoint(with: [.name, .description])
  }

  /// Whether it may be a hit of a search that does not find it among the stored products: by what edits make of its
  /// texts, its price or its stock.
  func mayEnter(_ search: TextSearch, _ query: SearchQuery) -> Bool {
    if changed.decide(on: query.filter) || query.sort.isByPrice && changed.contains(.price) { return true }
    guard !changed.isDisjoint(with: [.name, .description]) else { return false }
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

/// The fields of a listing that edits change and lists select by.
private struct ChangedFields: OptionSet {
  var rawValue: UInt8
  static let name = ChangedFields(rawValue: 1)
  static let description = ChangedFields(rawValue: 2)
  static let price = ChangedFields(rawValue: 4)
  static let stock = ChangedFields(rawValue: 8)
  static let extra = ChangedFields(rawValue: 16)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ writes: [PendingWrite]) {
    self = []
    for case .edit(let changes, _) in writes {
      if changes.name != nil { insert(.name) }
      if changes.description != nil { insert(.description) }
      if changes.price != nil || changes.discount != nil { insert(.price) }
      if changes.stock != nil { insert(.stock) }
      if !changes.extra.isEmpty { insert(.extra) }
    }
  }

  /// Whether a filter may let the product through for their sake.
  func decide(on filter: ProductFilter) -> Bool {
    if filter.minimumPrice != nil || filter.maximumPrice != nil, contains(.price) { return true }
    if !filter.extra.isEmpty, contains(.extra) { return true }
    return filter.availability != .any && contains(.stock)
  }
}
