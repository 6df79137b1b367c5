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
    var chosen: [SearchCursor.Ranked] = []
    var (range, last): (ClosedRange<Int64>, SearchCursor.Ranked?) = (Int64.min...Int64.max, nil)
    if case .rank(let window, let place) = position { (range, last) = (window, place) }
    var count: HitCount?
    while true {
      let isFirst = counting != nil && count == nil
      let most = max(SearchRun.window, isFirst ? countLimit : 0) + 1
      let ids = try found.newest(upTo: range.upperBound, limit: most)
      if isFirst { count = known(ids.count, isAll: ids.count < most) }
      let inRange = ids.prefix { $0 >= range.lowerBound }
      let hasMore = inRange.count > SearchRun.window
      let rows = try found.ranked(inRange.prefix(SearchRun.window))
      let fresh = rows.sorted().drop { place in last.map { place <= $0 } ?? false }
      let taken = fresh.prefix(limit - chosen.count)
      chosen += taken
      let oldest = rows.last?.id ?? range.lowerBound
      var position: SearchCursor.Position?
      if taken.count < fresh.count, let newest = rows.first?.id {
        position = .rank(window: oldest...newest, last: taken.last)
      } else if hasMore || range.lowerBound > .min, oldest > .min {
        range = .min...(oldest - 1)
        last = nil
        if chosen.count < limit { continue }
        // Only a window that has something in it is worth a page.
        if try hasMore || !found.newest(upTo: range.upperBound, limit: 1).isEmpty {
          position = .rank(window: range, last: nil)
        }
      }
      return Page(
        products: try chosen.compactMap { try found.product($0.id) }, position: position, count: count)
    }
  }

  /// The count, if the first `number` hits, or all, are enough to know it.
  private func known(_ number: Int, isAll: Bool) -> HitCount? {
    if case .upTo(let limit) = counting, number > limit { return .atLeast(limit) }
    return isAll ? .exact(number) : nil
  }

  private var countLimit: Int { if case .upTo(let limit) = counting { limit } else { 0 } }
}
