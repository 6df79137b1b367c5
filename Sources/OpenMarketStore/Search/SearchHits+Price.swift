import GRDB
import OpenMarketAPI

extension SearchHits {
  /// A hit's place in the order of prices.
  struct Priced {
    var id: Int64
    var price: Double

    fileprivate func precedes(_ other: Priced, isAscending: Bool) -> Bool {
      let (first, second) = isAscending ? (self, other) : (other, self)
      return (first.price, first.id) < (second.price, second.id)
    }
  }

  /// So many of the newest candidates are read; of more, they tell how low prices go.
  static let sample = 1_800

  /// The first ones in the order of prices behind `last`, equal ones by number; `isAscending` for the cheapest first.
  ///
  /// Among many hits, so many of the newest ones have a bound below which there are enough; the index gives those that
  /// are below it, or not far above. Without it, each hit's row would be read. What costs nothing, some in a hundred of a
  /// second-hand market, is in the order of the index itself.
  func byPrice(isAscending: Bool, after last: Priced?, limit: Int) throws -> [Priced] {
    guard !expression.text.isEmpty else { return [] }
    if let all { return try first(limit, of: all, isAscending, after: last) }
    let newest = try db.rows(
      "SELECT rowid FROM product_fts WHERE product_fts MATCH ? ORDER BY rowid DESC LIMIT ?",
      [match(expression.text), Self.sample + 1]
    ) { $0.int64(0) }
    guard newest.count > Self.sample else {
      return try first(limit, of: newest, isAscending, after: last)
    }
    let prices = try FilterTokens.allPrices(in: db)
    let free = FilterTokens.price(0)
    guard isAscending, last?.price ?? 0 == 0, let lowest = prices?.first, lowest >= free else {
      return try sorted(prices, newest, isAscending: isAscending, after: last, limit: limit)
    }
    let after = last ?? Priced(id: .min, price: 0)
    let condition = RowCondition(criteria, from: 3)
    let sql =
      "SELECT p.id, p.bargain_price \(Self.joined)\(condition.sql) AND f.rowid > ?2 ORDER BY f.rowid"
    let match = "(\(match(expression.text))) AND \(MatchExpression.any(of: [free]))"
    let hits = try firstHits(sql, [match, after.id] + condition.values, limit: limit)
    guard hits.count < limit else { return hits }
    let rest = Priced(id: .max, price: 0)
    return try hits + sorted(prices, newest, isAscending: true, after: rest, limit: limit - hits.count)
  }

  private func sorted(
    _ prices: [String]?, _ newest: [Int64], isAscending: Bool, after last: Priced?, limit: Int
  ) throws -> [Priced] {
    let match = match(expression.text)
    let known = try first(limit, of: newest, isAscending, after: last)
    var tokens: [String]?
    if let prices, known.count == limit, let bound = known.last {
      let ends = [last?.price, bound.price].map { $0.map(FilterTokens.price) }
      let (low, high) = isAscending ? (ends[0], ends[1]) : (ends[1], ends[0])
      tokens = prices.filter { low ?? $0 <= $0 && $0 <= high ?? $0 }
    }
    let order = isAscending ? "ASC" : "DESC"
    let filter = RowCondition(criteria, from: 2)
    var (condition, values) = (filter.sql, filter.values)
    if let last {
      let next = values.count + 2
      condition += " AND (p.bargain_price, p.id) \(isAscending ? ">" : "<") (?\(next), ?\(next + 1))"
      values += [last.price, last.id]
    }
    let sql =
      "SELECT p.id, p.bargain_price \(Self.joined)\(condition) ORDER BY p.bargain_price \(order), p.id \(order)"
    let narrowed = tokens.map { "(\(match)) AND (\(MatchExpression.any(of: $0)))" } ?? match
    return try firstHits(sql, [narrowed] + values, limit: limit)
  }

  /// The first hits among some candidates.
  private func first(
    _ limit: Int, of candidates: [Int64], _ isAscending: Bool, after last: Priced?
  ) throws -> [Priced] {
    var priced: [Priced] = []
    let sql = "SELECT p.id, p.bargain_price FROM product AS p WHERE p.id = ?1"
    let condition = RowCondition(criteria, from: 2)
    try db.forEachRow(sql + condition.sql, of: candidates, condition.values) { row in
      let hit = Priced(id: row.int64(0), price: row.double(1))
      if last.map({ $0.precedes(hit, isAscending: isAscending) }) ?? true { priced.append(hit) }
    }
    priced.sort { $0.precedes($1, isAscending: isAscending) }
    var hits: [Priced] = []
    for hit in priced where hits.count < limit {
      if try !checked([hit.id]).isEmpty { hits.append(hit) }
    }
    return hits
  }

  /// Reads so far as `limit` hits are found.
  private func firstHits(_ sql: String, _ values: [any StatementValue], limit: Int) throws -> [Priced] {
    var hits: [Priced] = []
    try db.readRows(sql, values) { row in
      let hit = Priced(id: row.int64(0), price: row.double(1))
      if try !checked([hit.id]).isEmpty { hits.append(hit) }
      return hits.count < limit
    }
    return hits
  }
}
