package import OpenMarketAPI

/// The part of a store that a committed write has changed.
///
/// None tells of copies that were thrown away for room: the products are for sale as before, and what shows them goes on doing
/// so.
package enum StoreChange: Sendable, Hashable {
  /// These products were added or changed, and those `removed` are gone.
  case products(Set<Product.ID>, removed: Set<Product.ID>)
  /// The recent searches.
  case recentSearches
  /// The unfinished drafts.
  case drafts
  /// The submissions of these listings; `nil` when it is unknown of which, because another process has written.
  case submissions(Set<Product.ID>?)
  /// Too much to tell, or unknown: another process has written, or the copies were made anew. The recent
  /// searches, the drafts and the submissions may have changed too.
  case everything
}

extension StoreChange {
  /// The most product numbers that wait for a listener one by one.
  static let detailLimit = 10_000

  /// Adds `next` to those that wait for a listener, merged with an earlier one where one tells both: so there are never more
  /// than one of each kind.
  static func gather(_ waiting: inout [StoreChange], _ next: StoreChange) {
    for (index, earlier) in waiting.enumerated() {
      guard let merged = earlier.merged(with: next) else { continue }
      if merged == .everything { waiting = [merged] } else { waiting[index] = merged }
      return
    }
    waiting.append(next)
  }

  /// One change that tells what `self` and then `next` tell; `nil` when it takes two.
  func merged(with next: StoreChange) -> StoreChange? {
    switch (self, next) {
    case (.everything, _), (_, .everything): return .everything
    case (.recentSearches, .recentSearches): return .recentSearches
    case (.drafts, .drafts): return .drafts
    case (.submissions(let ids), .submissions(let later)):
      guard let ids, let later, ids.count + later.count <= Self.detailLimit else { return .submissions(nil) }
      return .submissions(ids.union(later))
    case (.products(let changed, let removed), .products(let laterChanged, let laterRemoved)):
      let allChanged = changed.subtracting(laterRemoved).union(laterChanged)
      let allRemoved = removed.subtracting(laterChanged).union(laterRemoved)
      guard allChanged.count + allRemoved.count <= Self.detailLimit else { return .everything }
      return .products(allChanged, removed: allRemoved)
    default: return nil
    }
  }
}
