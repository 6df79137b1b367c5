import GRDB
import OpenMarketAPI

/// The hits of one stage, page by page.
struct StagePages {
  let found: SearchHits
  let sort: ProductSort
  /// By relevance the newest hits, one more than a window has; `nil` before they are read.
  private var newest: [Int64]?
  /// All hits in their order, when one window has them.
  private var ranked: [SearchCursor.Ranked]?
  /// By relevance whether hits with the text across a space are a group of their own; `nil` before it is decided.
  private(set) var isAcrossApart: Bool?

  /// One page, or the rest of one that stages before this have begun.
  struct Page {
    var products: [StoredProduct] = []
    /// Whether there are more hits behind it.
    var hasMore = false
    /// Behind the last product; `nil` without one.
    var position: SearchCursor.Position?
    /// The hits of the whole stage; `nil` when the page does not tell.
    var count: HitCount?
  }

  init(_ found: SearchHits, sort: ProductSort, isAcrossApart: Bool? = nil) {
    (self.found, self.sort, self.isAcrossApart) = (found, sort, isAcrossApart)
  }

  /// Reads at most `limit` hits of a group, or with 0 whether there are any, behind the end of the page before; `nil` for the
  /// beginning of the group. `counting` says how all hits of the stage are counted in the same pass, where that is
  /// possible; `nil` when they are counted.
  mutating func page(
    of group: SearchSection.Group, limit: Int, behind position: SearchCursor.Position?,
    counting: SearchQuery.Counting?
  ) throws -> Page {
    switch sort {
    case .newest: try newest(limit, position, counting)
    case .priceAscending: try byPrice(isAscending: true, limit, position)
    case .priceDescending: try byPrice(isAscending: false, limit, position)
    case .relevance: try ranked(group, limit, position, counting)
    }
  }

  /// Counts in the same pass when it counts up to a limit: the hits come in this order anyway.
  private func newest(
    _ limit: Int, _ position: SearchCursor.Position?, _ counting: SearchQuery.Counting?
  ) throws -> Page {
    var last = Int64.max
    if case .id(let id) = position { last = id - 1 }
    let most = max(limit, counting.limit) + 1
    let ids = try found.newest(upTo: last, limit: most)
    let displayed = ids.prefix(limit)
    return Page(
      products: try displayed.compactMap(found.product), hasMore: ids.count > limit,
      position: displayed.last.map { .id($0) }, count: counting.count(ids.count, isAll: ids.count < most))
  }

  private func byPrice(isAscending: Bool, _ limit: Int, _ position: SearchCursor.Position?) throws -> Page {
    var last: SearchHits.Priced?
    if case .price(let price, let id) = position { last = SearchHits.Priced(id: id, price: price) }
    let hits = try found.byPrice(isAscending: isAscending, after: last, limit: limit + 1)
    let displayed = hits.prefix(limit)
    let isAll = position == nil && hits.count <= limit
    return Page(
      products: try displayed.compactMap { try found.product($0.id) }, hasMore: hits.count > limit,
      position: displayed.last.map { .price($0.price, id: $0.id) }, count: isAll ? .exact(hits.count) : nil)
  }

  // MARK: By relevance

  /// Ranks window after window until the page is full.
  private mutating func ranked(
    _ group: SearchSection.Group, _ limit: Int, _ position: SearchCursor.Position?,
    _ counting: SearchQuery.Counting?
  ) throws -> Page {
    var next: SearchCursor.Window?
    var last: SearchCursor.Ranked?
    var page = Page()
    if case .rank(let window, let behind) = position {
      (next, last) = (window, behind)
    } else {
      page.count = try begin(counting)
      guard group != .across || isAcrossApart == true else { return page }
      next = (ranked == nil ? found.kinds(of: group).first : .all).map { SearchCursor.Window($0) }
    }
    var chosen: [(hit: SearchCursor.Ranked, window: SearchCursor.Window)] = []
    while let window = next, chosen.count <= limit {
      let read = try hits(of: group, in: window)
      let fresh = read.hits.drop { hit in last.map { hit <= $0 } ?? false }
      chosen += fresh.prefix(limit + 1 - chosen.count).map { ($0, read.window) }
      (next, last) = (read.next, nil)
    }
    let displayed = chosen.prefix(limit)
    page.products = try displayed.compactMap { try found.product($0.hit.id) }
    page.hasMore = chosen.count > limit
    page.position = displayed.last.map { .rank($0.window, behind: $0.hit) }
    return page
  }

  /// Reads the newest hits, and ranks them when these are all; returns how many there are, if that is known then.
  private mutating func begin(_ counting: SearchQuery.Counting?) throws -> HitCount? {
    guard newest == nil else { return nil }
    let enough = isAcrossApart == nil ? SearchRun.mostWithAcrossApart : SearchRun.window
    let most = max(enough, counting.limit) + 1
    let ids = try found.newest(upTo: .max, limit: most)
    newest = Array(ids.prefix(SearchRun.window + 1))
    let isAcrossApart = isAcrossApart ?? (ids.count <= SearchRun.mostWithAcrossApart)
    self.isAcrossApart = isAcrossApart
    if ids.count <= SearchRun.window {
      ranked = try found.ranked(ids, isAcrossApart: isAcrossApart).sorted()
    }
    return counting.count(ids.count, isAll: ids.count < most)
  }

  /// The hits of a window in their order, the window as it is now, and the one behind it.
  private func hits(of group: SearchSection.Group, in window: SearchCursor.Window) throws -> (
    hits: [SearchCursor.Ranked], window: SearchCursor.Window, next: SearchCursor.Window?
  ) {
    var current = window
    let isFirst = window.range.upperBound == .max
    if isFirst, let ranked {
      let numbers = ranked.lazy.map(\.id)
      if let oldest = numbers.min(), let newest = numbers.max() { current.range = oldest...newest }
      return (ranked.filter { $0.group == group }, current, nil)
    }
    let ids: [Int64]
    if isFirst, window.kind != .sameName {
      // The first window of any kind has the newest hits of all, which are often known.
      ids = try newest ?? found.newest(upTo: .max, limit: SearchRun.window + 1)
    } else {
      ids = try found.of(window.kind, group).members(of: window)
    }
    let isClosed = window.range.lowerBound > .min
    let rows = try found.ranked(
      ids.prefix { $0 >= window.range.lowerBound }.prefix(isClosed ? ids.count : SearchRun.window),
      isAcrossApart: isAcrossApart ?? true)
    if let newest = rows.first?.id, let oldest = rows.last?.id { current.range = oldest...newest }
    let hits = rows.filter { $0.group == group && window.kind.includes($0.rank) }.sorted()
    let kinds = found.kinds(of: group)
    let behind = kinds.drop { $0 != window.kind }.dropFirst().first.map { SearchCursor.Window($0) }
    return (hits, current, rows.count == ids.count ? behind : current.older)
  }
}

extension SearchHits {
  /// The newest hits of a window, one more than it has. Of one that was begun, all that it has now: those that came since must
  /// not move others out of it, which would come twice.
  fileprivate func members(of window: SearchCursor.Window) throws -> [Int64] {
    var limit = SearchRun.window + 1
    while true {
      let ids = try newest(upTo: window.range.upperBound, limit: limit)
      guard window.range.lowerBound > .min, ids.count == limit, let last = ids.last,
        last >= window.range.lowerBound
      else { return ids }
      limit *= 2
    }
  }
}

extension SearchQuery.Counting? {
  fileprivate var limit: Int { if case .upTo(let limit) = self { limit } else { 0 } }

  /// The count, if the first `number` hits, or all, are enough to know it.
  fileprivate func count(_ number: Int, isAll: Bool) -> HitCount? {
    if case .upTo(let limit) = self, number > limit { return .atLeast(limit) }
    return isAll ? .exact(number) : nil
  }
}
