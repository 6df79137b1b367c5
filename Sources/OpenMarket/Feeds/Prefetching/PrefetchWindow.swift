/// Which products of a list are near enough to what is on the screen that something should be loaded for them.
///
/// A value: what appears and how the list changes in, what to begin and to end out.
struct PrefetchWindow: Sendable {
  /// The work to begin and to release.
  struct Change {
    /// Products to begin with, in the order of the list.
    var begun: [Product] = []
    /// Products to release.
    var ended: Set<Product.ID> = []
  }

  /// How many products after the last one on the screen are near.
  let distance: Int
  /// The last product on the screen, as far as is known.
  private var last: Product.ID?
  private var lastIndex = 0
  /// The products whose work was begun and not released.
  private var near: Set<Product.ID> = []

  init(distance: Int) { self.distance = distance }

  /// Whether something should still be loaded for a product.
  func isNear(_ id: Product.ID) -> Bool { near.contains(id) }

  mutating func appeared(_ id: Product.ID, in items: [Product]) -> Change {
    guard let index = index(of: id, in: items) else { return Change() }
    // Rows of a screen appear in any order; one a little above the last does not mean that it went away.
    let isAbove = index < lastIndex && lastIndex - index <= 2 * distance
    guard last == nil || !isAbove else { return Change() }
    (last, lastIndex) = (id, index)
    return slide(items)
  }

  /// The list is another.
  mutating func changed(_ items: [Product]) -> Change {
    guard let last else { return Change() }
    // A product that left the list leaves its place.
    lastIndex = index(of: last, in: items) ?? max(0, min(lastIndex, items.count - 1))
    return slide(items)
  }

  /// Begins with what has come near; releases what was passed by more than a screenful ago, or is gone.
  private mutating func slide(_ items: [Product]) -> Change {
    let end = min(items.count, lastIndex + 1 + distance)
    let kept = Set(items[max(0, lastIndex - 2 * distance)..<max(0, end)].map(\.id))
    var change = Change(ended: near.subtracting(kept))
    near.subtract(change.ended)
    for product in items[min(lastIndex + 1, end)..<end] where near.insert(product.id).inserted {
      change.begun.append(product)
    }
    return change
  }

  /// Looks near the last one first: the list may be long.
  private func index(of id: Product.ID, in items: [Product]) -> Int? {
    for distance in 0...max(lastIndex, items.count) {
      for index in [lastIndex + distance, lastIndex - distance]
      where items.indices.contains(index) && items[index].id == id {
        return index
      }
    }
    return nil
  }
}
