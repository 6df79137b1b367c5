import OpenMarketAPI
import OpenMarketStore

/// This device's own writes, laid over the list that the windows have shown.
///
/// It moves nothing in that list, so the list's promise, no repeats and no gaps, rests on the windows alone:
/// when the server refuses a write, what was under it is there again. Pure, like the machine that holds it.
struct FeedOverlay: Sendable {
  /// Tells one state from the next.
  private(set) var version = 0
  /// The lookup that told ``pending``.
  var lookup = 0
  /// The pending writes of products of the list, and the new listings that belong to it.
  private(set) var pending = PendingOverlay.none
  /// Products that belong to the list by a write of this device, as the server last showed them.
  ///
  /// Also after the write was accepted, until the list is read anew.
  private(set) var localInsertions: [Product.ID: Product] = [:]

  /// Whether it changes nothing.
  var isEmpty: Bool { pending.isEmpty && localInsertions.isEmpty }

  /// Takes the latest state of pending writes.
  /// - Returns: The products that have become local insertions by a write that was accepted.
  mutating func take(_ update: FeedPending, shows: (Product) -> Bool) -> Set<Product.ID> {
    var arrived: Set<Product.ID> = []
    var next = update.products.filter { update.overlay.concerns($0.key) }
    for id in localInsertions.keys where next[id] == nil {
      if let product = update.products[id], shows(product) { next[id] = product }
    }
    for listing in pending.pendingListings where !update.overlay.concerns(listing.id) {
      guard let product = update.accepted[listing.id], shows(product) else { continue }
      next[product.id] = product
      arrived.insert(product.id)
    }
    if pending != update.overlay || localInsertions != next {
      (pending, localInsertions) = (update.overlay, next)
      version += 1
    }
    return arrived
  }

  /// Takes products as they are on this device now.
  mutating func reread(_ products: [Product.ID: Product]) {
    for (id, product) in products where localInsertions[id] != nil && localInsertions[id] != product {
      localInsertions[id] = product
      version += 1
    }
  }

  /// Lets products go that are gone from the market.
  mutating func remove(_ ids: Set<Product.ID>) {
    for id in ids where localInsertions.removeValue(forKey: id) != nil { version += 1 }
  }

  /// The list was read anew, and shows by itself what was accepted; but not `recent` ones, which may have come
  /// after it was asked for.
  mutating func listWasRead(recent: Set<Product.ID>) {
    for id in localInsertions.keys where !pending.concerns(id) && !recent.contains(id) {
      localInsertions[id] = nil
      version += 1
    }
  }
}

/// Which part of a list is known to the machine.
struct FeedSpan {
  /// The highest number that was in the list when its top was read; `nil` when it has no order by numbers.
  var top: Product.ID?
  /// The lowest number down to which it is displayed; `nil` for its end.
  var floor: Product.ID?
}

extension FeedOverlay {
  /// The state that a feed displays: what the windows and the store have shown, which is `span` of the list, with what is
  /// known here laid over it. `newIDs` are known to be new and not displayed.
  func displayed(
    _ state: FeedState, _ span: FeedSpan, newIDs: Set<Product.ID>, shows: (Product) -> Bool,
    belongs: (Product) -> Bool
  ) -> FeedState {
    guard !isEmpty else { return state }
    var displayed = state
    displayed.items = []
    displayed.contiguousCount = 0
    for (index, base) in state.items.enumerated() {
      guard let product = pending.product(base), !pending.concerns(base.id) || shows(product) else {
        continue
      }
      displayed.items.append(product)
      if index < state.contiguousCount { displayed.contiguousCount += 1 }
    }
    let isDisplayed = Set(state.items.map(\.id))
    var above: [Product] = []
    for (id, base) in localInsertions where !isDisplayed.contains(id) {
      guard let product = pending.product(base), belongs(product) else { continue }
      if let top = span.top, id <= top {
        if span.floor.map({ id >= $0 }) ?? true { insert(product, into: &displayed) }
      } else {
        above.append(product)
      }
    }
    above.sort { $0.id > $1.id }
    displayed.pending = listings(beside: state.items + above) + above
    displayed.newCount -= newIDs.count { localInsertions[$0] != nil }
    return displayed
  }

  private func insert(_ product: Product, into displayed: inout FeedState) {
    let place = displayed.items.firstIndex { $0.id < product.id } ?? displayed.items.count
    if place < displayed.contiguousCount || displayed.contiguousCount == displayed.items.count {
      displayed.contiguousCount += 1
    }
    displayed.items.insert(product, at: place)
  }

  /// The new listings, without those whose effect is in the list already although no response has said so.
  private func listings(beside products: [Product]) -> [Product] {
    var taken: Set<Product.ID> = []
    return pending.pendingListings.compactMap { entry in
      let listing = entry.product
      if listing.isIndeterminate, let baseline = listing.baseline,
        case .create(let draft, _)? = listing.writes.first,
        let effect = products.last(where: {
          $0.id > baseline && !taken.contains($0.id) && Reconciliation.isEffect($0, of: draft)
        })
      {
        taken.insert(effect.id)
        return nil
      }
      return pending.listing(entry)
    }
  }
}
