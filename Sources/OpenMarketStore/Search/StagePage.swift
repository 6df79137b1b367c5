import OpenMarketAPI

/// The hits of one page that come from one stage, in any order.
struct StagePage {
  let found: SearchHits
  let sort: ProductSort
  let limit: Int
  /// Where the page before ended; `nil` for the beginning of the stage.
  let position: SearchCursor.Position?
  /// How its hits are counted in the same pass, where that is possible; `nil` when they are counted already.
  let counting: SearchQuery.Counting?

  struct Page {
    var products: [StoredProduct]
    var position: SearchCursor.Position?
    /// Known when the page came with it.
    var count: HitCount?
  }

  func read() throws -> Page {
    switch sort {
    case .newest: try newest()
    case .priceAscending: try byPrice(isAscending: true)
    case .priceDescending: try byPrice(isAscending: false)
    case .relevance: try ranked()
    }
  }

  /// Counts in the same pass when it counts up to a limit: the hits come in this order anyway.
  private func newest() throws -> Page {
    var last = Int64.max
    if case .id(let id) = position { last = id - 1 }
    let most = max(limit, countLimit) + 1
    let ids = try found.newest(upTo: last, limit: most)
    let products = try ids.prefix(limit).compactMap(found.product)
    var page = Page(products: products)
    if ids.count > limit { page.position = .id(ids[limit - 1]) }
    page.count = known(ids.count, isAll: ids.count < most)
    return page
  }

  private func byPrice(isAscending: Bool) throws -> Page {
    var last: SearchHits.Priced?
    if case .price(let price, let id) = position { last = SearchHits.Priced(id: id, price: price) }
    let hits = try found.byPrice(isAscending: isAscending, after: last, limit: limit + 1)
    let displayed = hits.prefix(limit)
    let products = try displayed.compactMap { try found.product($0.id) }
    guard hits.count > limit, let last = displayed.last else { return Page(products: products) }
    return Page(products: products, position: .price(last.price, id: last.id))
  }

  /// Ranks window after window until the page is full.
  private func ranked() throws -> Page {
    var next: SearchCursor.Window?
    var last: SearchCursor.Ranked?
    var count: HitCount?
    var newest: [Int64]?
    if case .rank(let window, let behind) = position {
      (next, last) = (window, behind)
    } else {
      let most = max(SearchRun.window, countLimit) + 1
      let ids = try found.newest(upTo: .max, limit: most)
      count = known(ids.count, isAll: ids.count < most)
      newest = Array(ids.prefix(SearchRun.window + 1))
      next = SearchCursor.Window(tier: ids.count > SearchRun.window ? found.tiers.first : nil)
    }
    var chosen: [(hit: SearchCursor.Ranked, window: SearchCursor.Window)] = []
    while let window = next, chosen.count <= limit {
      let ranked = try ranked(in: window, newest: newest)
      let fresh = ranked.hits.drop { hit in last.map { hit <= $0 } ?? false }
      chosen += fresh.prefix(limit + 1 - chosen.count).map { ($0, ranked.window) }
      (next, last) = (ranked.next, nil)
    }
    let displayed = chosen.prefix(limit)
    var page = Page(products: try displayed.compactMap { try found.product($0.hit.id) }, count: count)
    // Only if something comes behind it, which may be in another window.
    if chosen.count > limit { page.position = displayed.last.map { .rank($0.window, behind: $0.hit) } }
    return page
  }

  /// The hits of a window in their order, the window as it is now, and the one behind it.
  ///
  /// `newest` are the newest hits of all, one more than a window has, where they are known.
  private func ranked(in window: SearchCursor.Window, newest: [Int64]?) throws -> (
    hits: [SearchCursor.Ranked], window: SearchCursor.Window, next: SearchCursor.Window?
  ) {
    let ids: [Int64]
    if window.range.upperBound == .max, window.tier?.isSameName != true {
      // The first window of every tier has the newest of all, which are often known.
      ids = try newest ?? found.newest(upTo: .max, limit: SearchRun.window + 1)
    } else {
      let hits = window.tier.map(found.of) ?? found
      ids = try hits.newest(upTo: window.range.upperBound, limit: SearchRun.window + 1)
    }
    let rows = try found.ranked(
      ids.prefix { $0 >= window.range.lowerBound }.prefix(SearchRun.window))
    var current = window
    if let newest = rows.first?.id, let oldest = rows.last?.id { current.range = oldest...newest }
    let hits = rows.filter { window.tier == nil || $0.tier == window.tier }.sorted()
    return (hits, current, rows.count == ids.count ? first(behind: window.tier) : current.older)
  }

  /// The first window behind those of a tier.
  private func first(behind tier: SearchTier?) -> SearchCursor.Window? {
    tier.flatMap { tier in found.tiers.first { $0 > tier } }.map { SearchCursor.Window(tier: $0) }
  }

  /// The count, if the first `number` hits, or all, are enough to know it.
  private func known(_ number: Int, isAll: Bool) -> HitCount? {
    if case .upTo(let limit) = counting, number > limit { return .atLeast(limit) }
    return isAll ? .exact(number) : nil
  }

  private var countLimit: Int { if case .upTo(let limit) = counting { limit } else { 0 } }
}
