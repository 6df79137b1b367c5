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
  /// The name that the listing will have; `nil` when it keeps the one it has.
  private let name: String?
  private let changed: ChangedFields
  private let made = Mutex(Made())

  /// Values made when first needed: each takes longer than to read the row.
  private struct Made {
    var units: NameUnits?
    var listing: (product: Product?, vendor: Vendor?, folder: URL?)?
  }

  package init(_ product: PendingProduct, rank: Int64 = 0) {
    (self.product, self.rank) = (product, rank)
    listing = product.listing(vendor: nil, folder: nil)
    changed = ChangedFields(product.writes)
    name = listing?.name ?? product.newName
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

  /// Whether it may be a hit of a search that does not find it among the stored products: under the name that it will
  /// have, or, if it keeps the one it has, by its price or stock.
  func mayEnter(_ search: NameSearch, _ query: SearchQuery) -> Bool {
    guard let name else {
      return changed.decide(on: query.filter) || query.sort.isByPrice && changed.contains(.price)
    }
    return made.withLock { made in
      let units = made.units ?? NameUnits(name)
      made.units = units
      return search.isHit(units)
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
