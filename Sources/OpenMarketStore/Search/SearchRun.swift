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
    let results = try page(of: terms, correction: nil)
    guard results.hits.isEmpty, query.correctsEmptyResults else { return results }
    guard let other = try SearchRecovery(run: self, terms: terms).alternative() else { return results }
    return try page(of: other.terms, correction: other.correction)
  }

  // MARK: Pages

  private func page(of terms: SearchTerms, correction: SearchCorrection?) throws -> SearchResults {
    let expression = try self.expression(for: terms)
    var page =
      switch query.sort {
      case .newest: try newest(expression)
      case .priceAscending: try byPrice(expression, comparison: ">", order: "ASC")
      case .priceDescending: try byPrice(expression, comparison: "<", order: "DESC")
      case .relevance: try ranked(expression, terms)
      }
    if let cursor = query.cursor {
      page.count = cursor.count
    } else if page.position == nil {
      page.count = .exact(page.products.count)
    }
    let count = try page.count ?? self.count(expression)
    let next = page.position.map {
      SearchCursor(
        position: $0, terms: terms, correction: correction, count: count, text: query.text,
        filter: query.filter,
        sort: query.sort)
    }
    let hits = page.products.map {
      SearchHit(stored: $0, matches: CompactName($0.product.name).matches(of: terms))
    }
    return SearchResults(hits: hits, count: count, next: next, correction: correction)
  }

  private struct Page {
    var products: [StoredProduct]
    var position: SearchCursor.Position?
    /// Known when the page came with it.
    var count: HitCount?
  }

  /// Counts in the same pass when it counts up to a limit: the hits come in this order anyway.
  private func newest(_ expression: String) throws -> Page {
    var last = Int64.max
    if case .id(let id) = query.cursor?.position { last = id - 1 }
    var most = query.limit + 1
    if case .upTo(let limit) = query.counting, query.cursor == nil { most = max(most, limit + 1) }
    let ids = try ids(expression, upTo: last, limit: most)
    let products = try ids.prefix(query.limit).compactMap { try db.storedProduct($0) }
    var page = Page(products: products)
    if ids.count > query.limit { page.position = .id(ids[query.limit - 1]) }
    page.count = known(ids.count, isAll: ids.count < most)
    return page
  }

  private func ids(_ expression: String, upTo last: Int64, limit: Int) throws -> [Int64] {
    let source =
      query.filter == .all
      ? "FROM product_fts AS f WHERE f.product_fts MATCH ?1" : Self.joined
    let sql = """
      SELECT f.rowid \(source) AND f.rowid <= ?2\(query.filter.condition(on: "p", from: 4)) \
      ORDER BY f.rowid DESC LIMIT ?3
      """
    return try db.rows(sql) { binder in
      binder.bind(expression, at: 1)
      binder.bind(last, at: 2)
      binder.bind(Int64(limit), at: 3)
      query.filter.bind(to: binder, from: 4)
    } _: {
      $0.int64(0)
    }
  }

  private func byPrice(_ expression: String, comparison: String, order: String) throws -> Page {
    var after = ""
    if case .price = query.cursor?.position { after = " AND (p.bargain_price, p.id) \(comparison) (?3, ?4)" }
    let sql = """
      SELECT p.id, p.bargain_price \(Self.joined)\(after)\(query.filter.condition(on: "p", from: 5)) \
      ORDER BY p.bargain_price \(order), p.id \(order) LIMIT ?2
      """
    let rows = try db.rows(sql) { binder in
      binder.bind(expression, at: 1)
      binder.bind(Int64(query.limit + 1), at: 2)
      if case .price(let price, let id) = query.cursor?.position {
        binder.bind(price, at: 3)
        binder.bind(id, at: 4)
      }
      query.filter.bind(to: binder, from: 5)
    } _: {
      (id: $0.int64(0), price: $0.double(1))
    }
    let shown = rows.prefix(query.limit)
    let products = try shown.compactMap { try db.storedProduct($0.id) }
    guard rows.count > query.limit, let last = shown.last else { return Page(products: products) }
    return Page(products: products, position: .price(last.price, id: last.id))
  }

  /// Ranks window after window until the page is full.
  private func ranked(_ expression: String, _ terms: SearchTerms) throws -> Page {
    var chosen: [SearchCursor.Ranked] = []
    var (range, last): (ClosedRange<Int64>, SearchCursor.Ranked?) = (Int64.min...Int64.max, nil)
    if case .rank(let window, let place) = query.cursor?.position { (range, last) = (window, place) }
    var count: HitCount?
    while true {
      var rows = try rankedWindow(expression, terms, in: range)
      let hasMore = rows.count > Self.window
      if query.cursor == nil, count == nil { count = known(rows.count, isAll: !hasMore) }
      if hasMore { rows.removeLast() }
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
        if try hasMore || !rankedWindow(expression, terms, in: range, limit: 1).isEmpty {
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

  /// The newest hits numbered in `range`, newest first, and one more if there are more.
  private func rankedWindow(
    _ expression: String, _ terms: SearchTerms, in range: ClosedRange<Int64>, limit: Int = window + 1
  ) throws -> [SearchCursor.Ranked] {
    let sql = """
      SELECT p.id, p.name \(Self.joined) AND f.rowid <= ?2 AND f.rowid >= ?3\
      \(query.filter.condition(on: "p", from: 5)) ORDER BY f.rowid DESC LIMIT ?4
      """
    return try db.rows(sql) { binder in
      binder.bind(expression, at: 1)
      binder.bind(range.upperBound, at: 2)
      binder.bind(range.lowerBound, at: 3)
      binder.bind(Int64(limit), at: 4)
      query.filter.bind(to: binder, from: 5)
    } _: {
      .init(rank: SearchRank(of: CompactName($0.text(1)), for: terms), id: $0.int64(0))
    }
  }

  // MARK: Statements

  /// The index first, whatever the planner thinks: otherwise it searches once for every product of a vendor.
  private static let joined =
    "FROM product_fts AS f CROSS JOIN product AS p ON p.id = f.rowid WHERE f.product_fts MATCH ?1"

  private func expression(for terms: SearchTerms) throws -> String {
    try MatchExpression(
      termsBeginning: { try TermList.terms(beginningWith: $0, in: db) },
      wordsContaining: { try TermList.words(containing: $0, atEnd: $1, in: db) }
    ).text(for: terms)
  }

  private func count(_ expression: String) throws -> HitCount {
    switch query.counting {
    case .exact: return .exact(try count(expression, filter: query.filter, limit: .max))
    case .upTo(let limit):
      let number = try count(expression, filter: query.filter, limit: limit + 1)
      return number > limit ? .atLeast(limit) : .exact(number)
    }
  }

  private func count(_ expression: String, filter: ProductFilter, limit: Int) throws -> Int {
    let source =
      filter == .all
      ? "FROM product_fts WHERE product_fts MATCH ?1" : Self.joined + filter.condition(on: "p", from: 3)
    let number = try db.firstRow("SELECT count(*) FROM (SELECT 1 \(source) LIMIT ?2)") { binder in
      binder.bind(expression, at: 1)
      binder.bind(Int64(limit), at: 2)
      filter.bind(to: binder, from: 3)
    } _: {
      $0.int(0)
    }
    return number ?? 0
  }

  /// How many hits there are regardless of the filter, up to `limit`.
  func unfilteredCount(of terms: SearchTerms, limit: Int) throws -> Int {
    guard !terms.pieces.isEmpty else { return 0 }
    return try count(try expression(for: terms), filter: .all, limit: limit)
  }
}
