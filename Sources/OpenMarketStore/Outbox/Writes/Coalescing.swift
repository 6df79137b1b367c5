package import OpenMarketAPI

/// The combination of a new write with writes of the same listing that have never been sent.
///
/// A pure decision; the transaction that enqueues the write carries it out.
enum Coalescing: Hashable {
  /// Nothing that waits concerns it: it goes to the end.
  case append
  /// The last one that waits becomes this.
  case replace(PendingWrite)
  /// Pending writes are void, and the write goes to the end.
  case supersede
  /// Pending writes and the write are both void: the server never hears of the listing.
  case vanish
  /// A listing that is to be deleted cannot be changed or deleted again.
  case refuse

  /// Decides about a write, never a new listing itself, after the last one of the listing that has no outcome yet, which
  /// certainly had no effect if it `isUnsent`: it is not being sent, and no response to it is missing.
  init(_ write: PendingWrite, after last: (write: PendingWrite, isUnsent: Bool)?) {
    switch (last?.write, write) {
    case (nil, _): self = .append
    case (.delete?, _): self = .refuse
    case _ where last?.isUnsent == false: self = .append
    case (.create(let draft, let photos)?, .edit(let changes, _)):
      // Which picture is the thumbnail cannot be said before the server has numbered them.
      self = changes.thumbnailID == nil ? .replace(.create(draft.applying(changes), photos: photos)) : .append
    case (.create?, .delete): self = .vanish
    case (.edit(let earlier, let base)?, .edit(let changes, let later)):
      self = .replace(.edit(earlier.applying(changes), base: base.filled(from: later)))
    case (.edit?, .delete): self = .supersede
    case (_, .create): self = .append
    }
  }
}

extension NewListing {
  package func applying(_ changes: ProductChanges) -> NewListing {
    var listing = NewListing(
      name: changes.name ?? name, description: changes.description ?? description,
      price: changes.price ?? price, discount: changes.discount ?? discount,
      currency: changes.currency ?? currency, stock: changes.stock ?? stock)
    listing.extra = extra.merging(changes.extra, isProduct: true)
    return listing
  }
}

extension ProductChanges {
  package func applying(_ later: ProductChanges) -> ProductChanges {
    var changes = ProductChanges(
      name: later.name ?? name, description: later.description ?? description, price: later.price ?? price,
      discount: later.discount ?? discount, currency: later.currency ?? currency,
      stock: later.stock ?? stock, thumbnailID: later.thumbnailID ?? thumbnailID)
    changes.extra = extra.merging(later.extra)
    return changes
  }
}
