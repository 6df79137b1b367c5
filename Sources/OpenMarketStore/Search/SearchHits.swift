import GRDB

/// The hits of one stage of a search that pass a filter, by number: what the index gives for it, less the products that
/// have the text in parts only, and those of the stages before.
struct SearchHits {
  let stage: SearchStage
  private let earlier: ArraySlice<SearchStage>
  /// The hits of the stages before, when they are left out by number and not by the index.
  private let known: Set<Int64>
  private var expression: MatchExpression
  /// The part of the filter that the index checks by itself, joined to every expression.
  private var conditions: String
  /// The rest of it, which is checked for each product.
  private var filter: ProductFilter
  private let db: Database

  /// Of so many candidates the texts are read rather than the index asked again.
  private static let textsAtOnce = 200

  /// The index first, whatever the planner thinks: otherwise it searches once for every product of a vendor.
  static let joined =
    "FROM product_fts AS f CROSS JOIN product AS p ON p.id = f.rowid WHERE f.product_fts MATCH ?1"

  /// Takes the expressions of the first stages, as far as they are made, and adds those that are missing.
  ///
  /// `known` are all hits of the stages before, when they are known: the index would join them once more.
  init(
    _ search: TextSearch, stage: Int, filter: ProductFilter, without known: Set<Int64>?,
    _ expressions: inout [MatchExpression], in db: Database
  ) throws {
    (self.stage, earlier) = (search.stages[stage], search.stages[..<stage])
    self.known = known ?? []
    self.db = db
    conditions = FilterTokens.conditions(of: filter)
    self.filter = FilterTokens.rest(of: filter)
    func lookup(_ field: SearchField) -> TokenLookup {
      TokenLookup(
        field: field, beginning: { try TermList.words(beginningWith: $0, of: field, in: db) },
        neighbours: { try TermList.neighbours(from: $0, to: $1, of: field, in: db) },
        containing: { try TermList.words(containing: $0, atEnd: $1, of: field, in: db) },
        hasLongWords: { try TermList.hasLongWords(of: field, in: db) })
    }
    for stage in search.stages[...stage].dropFirst(expressions.count) {
      let expression = try MatchExpression(
        for: stage, without: known == nil ? expressions : [], from: lookup,
        isFound: { try Self.isFound($0, in: db) })
      expressions.append(expression)
    }
    expression = expressions[stage]
  }

  /// The kinds of windows in which a group of them is ranked where there are many; only a name can be what was typed.
  func kinds(of group: SearchSection.Group) -> [SearchCursor.Window.Kind] {
    group != .across && stage.scope == .name ? [.sameName, .other] : [.other]
  }

  /// Those that may be of a kind and a group.
  func of(_ kind: SearchCursor.Window.Kind, _ group: SearchSection.Group) -> SearchHits {
    var hits = self
    hits.conditions += FilterTokens.conditions(of: ProductFilter(availability: group.availability))
    // Of too many names, they are found among all hits.
    if kind == .sameName, let names = stage.nameTokens {
      hits.expression = expression.narrowed(to: names.tokens, suffice: names.suffice)
    }
    return hits
  }

  /// The newest ones up to `last`.
  func newest(upTo last: Int64, limit: Int) throws -> [Int64] {
    var found: [Int64] = []
    var last = last
    // Those that are known already may be among them.
    let spare = min(known.count, .max - limit)
    while true {
      let wanted = limit - found.count + spare
      let batch = try candidates(upTo: last, limit: wanted)
      guard let first = batch.first, let end = batch.last else { return found }
      if batch.count <= Self.textsAtOnce || expression.verification == .all {
        found += try checked(batch)
      } else {
        let wrong = try wrongCandidates(in: end...first).union(known)
        found += wrong.isEmpty ? batch : batch.filter { !wrong.contains($0) }
      }
      guard batch.count == wanted, end > .min, found.count < limit else {
        return found.count > limit ? Array(found.prefix(limit)) : found
      }
      last = end - 1
    }
  }

  /// How many there are.
  func count() throws -> Int {
    try known.isEmpty
      ? candidateCount(limit: .max) - wrongCandidates().count : newest(upTo: .max, limit: .max).count
  }

  /// How many there are, up to `limit`.
  func count(upTo limit: Int) throws -> Int {
    guard known.isEmpty, expression.verification == .none else {
      return try newest(upTo: .max, limit: limit).count
    }
    return try candidateCount(limit: limit)
  }

  /// Those that are there, with their places by relevance, in the order of `ids`.
  func ranked(_ ids: some Sequence<Int64>) throws -> [SearchCursor.Ranked] {
    var ranked: [SearchCursor.Ranked] = []
    try db.forEachRow("SELECT id, stock, \(columns) FROM product WHERE id = ?", of: ids) {
      let rank = stage.rank(of: texts($0, from: 2))
      ranked.append(SearchCursor.Ranked(rank: rank, isSoldOut: $0.int64(1) == 0, id: $0.int64(0)))
    }
    return ranked
  }

  func product(_ id: Int64) throws -> StoredProduct? { try db.storedProduct(id) }

  private func match(_ text: String) -> String { conditions.isEmpty ? text : "(\(text))\(conditions)" }

  // MARK: Candidates

  /// The columns of the texts in which it looks.
  private var columns: String { stage.scope == .name ? "name" : ProductRow.textColumns }

  private func texts(_ row: StatementRow, from column: CInt) -> SearchedTexts {
    stage.scope == .name ? SearchedTexts(name: row.text(column)) : SearchedTexts(row, from: column)
  }

  private func isHit(_ texts: SearchedTexts) -> Bool {
    var units = SearchedUnits(texts)
    guard stage.isHit(&units) else { return false }
    for stage in earlier where stage.isHit(&units) { return false }
    return true
  }

  /// Those of the candidates whose texts have what was typed.
  private func checked(_ candidates: [Int64]) throws -> [Int64] {
    let candidates = known.isEmpty ? candidates : candidates.filter { !known.contains($0) }
    guard expression.verification != .none else { return candidates }
    var hits: [Int64] = []
    try db.forEachRow("SELECT id, \(columns) FROM product WHERE id = ?", of: candidates) {
      if isHit(texts($0, from: 1)) { hits.append($0.int64(0)) }
    }
    return hits
  }

  private static func isFound(_ expression: String, in db: Database) throws -> Bool {
    try db.firstRow("SELECT 1 FROM product_fts WHERE product_fts MATCH ? LIMIT 1", [expression]) { _ in true }
      ?? false
  }

  private func candidates(upTo last: Int64, limit: Int) throws -> [Int64] {
    guard !expression.text.isEmpty else { return [] }
    let source = filter == .all ? "FROM product_fts AS f WHERE f.product_fts MATCH ?1" : Self.joined
    let sql = """
      SELECT f.rowid \(source) AND f.rowid <= ?2\(filter.condition(on: "p", from: 4)) \
      ORDER BY f.rowid DESC LIMIT ?3
      """
    return try db.rows(sql, [match(expression.text), last, limit] + filter.values) { $0.int64(0) }
  }

  /// Returns the candidates of the index that have the text in parts only.
  ///
  /// From the newest down, as FTS5 finds the end of a list at once, but walks up to a number in its middle.
  private func wrongCandidates(in range: ClosedRange<Int64> = .min ... .max) throws -> Set<Int64> {
    guard let unverified = expression.unverifiedText else { return [] }
    let sql = """
      SELECT p.id, \(columns) \(Self.joined) AND f.rowid <= ?2 AND f.rowid >= ?3\
      \(filter.condition(on: "p", from: 4)) ORDER BY f.rowid DESC
      """
    var wrong: Set<Int64> = []
    try db.forEachRow(sql, [match(unverified), range.upperBound, range.lowerBound] + filter.values) { row in
      if !isHit(texts(row, from: 1)) { wrong.insert(row.int64(0)) }
    }
    return wrong
  }

  private func candidateCount(limit: Int) throws -> Int {
    guard !expression.text.isEmpty else { return 0 }
    let source =
      filter == .all
      ? "FROM product_fts WHERE product_fts MATCH ?1" : Self.joined + filter.condition(on: "p", from: 3)
    let sql = "SELECT count(*) FROM (SELECT 1 \(source) LIMIT ?2)"
    return try db.firstRow(sql, [match(expression.text), limit] + filter.values) { $0.int(0) } ?? 0
  }

  // MARK: By price

  /// A hit's place in the order of prices.
  struct Priced {
    var id: Int64
    var price: Double
  }

  /// Of more candidates than these, those of some prices only are sorted.
  private static let mostSorted = 3_000
  /// So many of the newest ones tell how low prices go.
  private static let sample = 3_000

  /// The first ones in the order of prices behind `last`, equal ones by number; `isAscending` for the cheapest first.
  ///
  /// Among many hits, so many of the newest ones have a bound below which there are enough; the index gives those that
  /// are below it, or not far above. Without it, each hit's row would be read. What costs nothing, some in a hundred of a
  /// second-hand market, is in the order of the index itself.
  func byPrice(isAscending: Bool, after last: Priced?, limit: Int) throws -> [Priced] {
    guard !expression.text.isEmpty else { return [] }
    let prices = try FilterTokens.allPrices(in: db)
    let free = FilterTokens.price(0)
    guard isAscending, last?.price ?? 0 == 0, let first = prices?.first, first >= free else {
      return try sorted(prices, isAscending: isAscending, after: last, limit: limit)
    }
    let after = last ?? Priced(id: .min, price: 0)
    let sql =
      "SELECT p.id, p.bargain_price \(Self.joined)\(filter.condition(on: "p", from: 3)) AND f.rowid > ?2 ORDER BY f.rowid"
    let match = "(\(match(expression.text))) AND \(MatchExpression.any(of: [free]))"
    let hits = try firstHits(sql, [match, after.id] + filter.values, limit: limit)
    guard hits.count < limit else { return hits }
    let rest = Priced(id: .max, price: 0)
    return try hits + sorted(prices, isAscending: true, after: rest, limit: limit - hits.count)
  }

  private func sorted(_ prices: [String]?, isAscending: Bool, after last: Priced?, limit: Int) throws
    -> [Priced]
  {
    let order = isAscending ? "ASC" : "DESC"
    var condition = filter.condition(on: "p", from: 2)
    var values = filter.values
    if let last {
      let next = values.count + 2
      condition += " AND (p.bargain_price, p.id) \(isAscending ? ">" : "<") (?\(next), ?\(next + 1))"
      values += [last.price, last.id]
    }
    func sorted(_ source: String, _ match: String) throws -> [Priced] {
      let sql =
        "SELECT p.id, p.bargain_price \(source)\(condition) ORDER BY p.bargain_price \(order), p.id \(order)"
      return try firstHits(sql, [match] + values, limit: limit)
    }
    let match = match(expression.text)
    let count = try db.firstRow("SELECT count(*) FROM (\(Self.newest) \(Self.mostSorted + 1))", [match]) {
      $0.int(0)
    }
    guard let prices, count ?? 0 > Self.mostSorted else { return try sorted(Self.joined, match) }
    let newest = "FROM (\(Self.newest) \(Self.sample)) AS f CROSS JOIN product AS p ON p.id = f.id WHERE 1"
    guard let bound = try sorted(newest, match).dropFirst(limit - 1).first else {
      return try sorted(Self.joined, match)
    }
    let ends = [last?.price, bound.price].map { $0.map(FilterTokens.price) }
    let (low, high) = isAscending ? (ends[0], ends[1]) : (ends[1], ends[0])
    let between = prices.filter { low ?? $0 <= $0 && $0 <= high ?? $0 }
    return try sorted(Self.joined, "(\(match)) AND (\(MatchExpression.any(of: between)))")
  }

  /// The newest candidates, whatever the filter asks of each; a number of them is to follow.
  private static let newest =
    "SELECT rowid AS id FROM product_fts WHERE product_fts MATCH ?1 ORDER BY rowid DESC LIMIT"

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
