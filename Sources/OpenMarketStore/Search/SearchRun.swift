import GRDB
import OpenMarketAPI

/// One search in one state of the store.
struct SearchRun {
  /// How many of the newest hits are ranked together.
  static let window = 200

  let db: Database
  let query: SearchQuery

  /// The page asked for; corrected when nothing has the text.
  func results() throws -> SearchResults {
    if let cursor = query.cursor { return try page(of: cursor.terms, correction: cursor.correction) }
    let terms = SearchTerms(query.text)
    guard !terms.pieces.isEmpty else { return SearchResults() }
    var results = try page(of: terms, correction: nil)
    if results.hits.isEmpty, let finished = terms.finished {
      results = try page(of: finished, correction: nil)
    }
    guard results.hits.isEmpty, query.correctsEmptyResults else { return results }
    guard let other = try SearchRecovery(run: self, terms: terms).alternative() else { return results }
    return try page(of: other.terms, correction: other.correction)
  }

  // MARK: Pages

  private func page(of terms: SearchTerms, correction: SearchCorrection?) throws -> SearchResults {
    let found = try SearchHits(terms, filter: query.filter, in: db)
    var page =
      switch query.sort {
      case .newest: try newest(found)
      case .priceAscending: try byPrice(found, comparison: ">", order: "ASC")
      case .priceDescending: try byPrice(found, comparison: "<", order: "DESC")
      case .relevance: try ranked(found)
      }
    if let cursor = query.cursor {
      page.count = cursor.count
    } else if page.position == nil {
      page.count = .exact(page.products.count)
    }
    let count = try page.count ?? self.count(found)
    let next = page.position.map {
      SearchCursor(
        position: $0, terms: terms, correction: correction, count: count, text: query.text,
        filter: query.filter,
        sort: query.sort)
    }
    let hits = page.products.map {
      SearchHit(stored: $0, matches: CompactName($0.product.name).matches(of: terms))
    }
    var results = SearchResults(hits: hits, count: count, next: next, correction: correction)
    results.search = found.search
    return results
  }

  private struct Page {
    var products: [StoredProduct]
    var position: SearchCursor.Position?
    /// Known when the page came with it.
    var count: HitCount?
  }

  /// Counts in the same pass when it counts up to a limit: the hits come in this order anyway.
  private func newest(_ found: SearchHits) throws -> Page {
    var last = Int64.max
    if case .id(let id) = query.cursor?.position { last = id - 1 }
    var most = query.limit + 1
    if case .upTo(let limit) = query.counting, query.cursor == nil { most = max(most, limit + 1) }
    let ids = try found.newest(upTo: last, limit: most)
    let products = try ids.prefix(query.limit).compactMap { try db.storedProduct($0) }
    var page = Page(products: products)
    if ids.count > query.limit { page.position = .id(ids[query.limit - 1]) }
    page.count = known(ids.count, isAll: ids.count < most)
    return page
  }

  private func byPrice(_ found: SearchHits, comparison: String, order: String) throws -> Page {
    var after = ""
    var values: [any StatementValue] = []
    if case .price(let price, let id) = query.cursor?.position {
      after = " AND (p.bargain_price, p.id) \(comparison) (?3, ?4)"
      values = [price, id]
    }
    after += query.filter.condition(on: "p", from: CInt(3 + values.count))
    let sql = """
      SELECT p.id, p.bargain_price \(SearchHits.joined)\(after) \
      ORDER BY p.bargain_price \(order), p.id \(order) LIMIT ?2
      """
    let wrong = try found.wrongCandidates()
    values = [found.expression.text, query.limit + 1 + wrong.count] + values + query.filter.values
    let rows = try db.rows(sql, values) { (id: $0.int64(0), price: $0.double(1)) }
      .filter { !wrong.contains($0.id) }
    let displayed = rows.prefix(query.limit)
    let products = try displayed.compactMap { try db.storedProduct($0.id) }
    guard rows.count > query.limit, let last = displayed.last else { return Page(products: products) }
    return Page(products: products, position: .price(last.price, id: last.id))
  }

  /// Ranks window after window until the page is full.
  private func ranked(_ found: SearchHits) throws -> Page {
    var chosen: [SearchCursor.Ranked] = []
    var (range, last): (ClosedRange<Int64>, SearchCursor.Ranked?) = (Int64.min...Int64.max, nil)
    if case .rank(let window, let place) = query.cursor?.position { (range, last) = (window, place) }
    var count: HitCount?
    while true {
      var most = Self.window + 1
      let isFirst = query.cursor == nil && count == nil
      if isFirst, case .upTo(let limit) = query.counting { most = max(most, limit + 1) }
      let ids = try found.newest(upTo: range.upperBound, limit: most)
      if isFirst { count = known(ids.count, isAll: ids.count < most) }
      let inRange = ids.prefix { $0 >= range.lowerBound }
      let hasMore = inRange.count > Self.window
      let rows = try found.names(of: inRange.prefix(Self.window)).map {
        SearchCursor.Ranked(rank: SearchRank(of: CompactName($0.name), for: found.terms), id: $0.id)
      }
      let fresh = rows.sorted().drop { place in last.map { place <= $0 } ?? false }
      let taken = fresh.prefix(query.limit - chosen.count)
      chosen += taken
      let oldest = rows.last?.id ?? range.lowerBound
      var position: SearchCursor.Position?
      if taken.count < fresh.count, let newest = rows.first?.id {
        position = .rank(window: oldest...newest, last: taken.last)
      } else if hasMore || range.lowerBound > .min, oldest > .min {
        range = .min...(oldest - 1)
        last = nil
        if chosen.count < query.limit { continue }
        // Only a window that has something in it is worth a page.
        if try hasMore || !found.newest(upTo: range.upperBound, limit: 1).isEmpty {
          position = .rank(window: range, last: nil)
        }
      }
      return Page(
        products: try chosen.compactMap { try db.storedProduct($0.id) }, position: position, count: count)
    }
  }

  /// The count, if the first `number` hits, or all, are enough to know it.
  private func known(_ number: Int, isAll: Bool) -> HitCount? {
    if case .upTo(let limit) = query.counting, number > limit { return .atLeast(limit) }
    return isAll ? .exact(number) : nil
  }

  private func count(_ found: SearchHits) throws -> HitCount {
    switch query.counting {
    case .exact: return .exact(try found.count())
    case .upTo(let limit):
      let number = try found.count(upTo: limit + 1)
      return number > limit ? .atLeast(limit) : .exact(number)
    }
  }

  /// How many hits there are regardless of the filter, up to `limit`.
  func unfilteredCount(of terms: SearchTerms, limit: Int) throws -> Int {
    guard !terms.pieces.isEmpty else { return 0 }
    return try SearchHits(terms, filter: .all, in: db).count(upTo: limit)
  }
}
