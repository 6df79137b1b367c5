package import Foundation
package import OpenMarketAPI

/// Pending writes for the server to be done with one listing.
package struct PendingProduct: Sendable, Hashable, Identifiable {
  /// The listing's number: the server's, or one of this device's own while it has none.
  package var id: Product.ID
  /// The writes, in the order in which they take effect; never empty.
  package var writes: [PendingWrite]
  /// When the first of them was enqueued.
  package var since: Date
  /// Whether the first of them may have had its effect already.
  package var isIndeterminate: Bool
  /// For a new listing that was sent: the highest number of the market before that.
  package var baseline: Product.ID?

  package init(id: Product.ID, writes: [PendingWrite], since: Date, isIndeterminate: Bool = false) {
    self.id = id
    self.writes = writes
    self.since = since
    self.isIndeterminate = isIndeterminate
  }

  /// The listing's writes that have no outcome yet, in their order; `nil` when none of them counts: what is to
  /// be done with a new listing that was refused waits for the user, and so does the listing.
  init?(_ rows: [SubmissionRow]) {
    guard let first = rows.first, first.state != .stuck else { return nil }
    let writes = rows.compactMap(\.write)
    guard !writes.isEmpty, first.product > 0 || writes[0].kind == .create else { return nil }
    self.init(
      id: Product.ID(rawValue: first.product), writes: writes, since: Timestamp.date(first.createdAt),
      isIndeterminate: !first.isUnsent)
    baseline = first.baseline.map { Product.ID(rawValue: $0) }
  }
}

extension PendingProduct {
  /// The new listing as it will be, without photos unless their store's folder is given; `nil` when it is no new one, or
  /// is to be deleted.
  func listing(vendor: Vendor?, folder: URL?) -> Product? {
    guard case .create(let draft, let photos)? = writes.first else { return nil }
    let product = Product(draft, photos: photos, numbered: id, vendor: vendor, folder: folder)
    return applied(to: product)
  }

  /// A product as it will be; `nil` when it is to be deleted.
  package func applied(to base: Product) -> Product? {
    var product = base
    for write in writes {
      switch write {
      case .create: break
      case .edit(let changes, let base):
        product = product.applying(changes.amountsTogether(on: product, from: base))
      case .delete: return nil
      }
    }
    return product
  }

  /// All that its edits set.
  var changes: ProductChanges {
    writes.reduce(ProductChanges()) { changes, write in
      if case .edit(let later, _) = write { changes.applying(later) } else { changes }
    }
  }
}
