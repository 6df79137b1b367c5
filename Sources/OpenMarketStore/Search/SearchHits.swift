import GRDB

/// The hits of one stage of a search that pass a filter, by number: what the index gives for it, less the products that
/// have the text in parts only, and those of the stages before.
struct SearchHits {
  private(set) var stage: SearchStage
  private let earlier: ArraySlice<SearchStage>
  /// The hits of the stages before, when they are left out by number and not by the index.
  private let known: Set<Int64>
  /// All of them, newest first, where they are so few that they are read at once: those that a stage prefers.
  private(set) var all: [Int64]?
  var expression: MatchExpression
  /// The part of the filter that the index checks by itself, joined to every expression.
  private var conditions: String
  /// The rest of it, which is checked for each product.
  let criteria: [ProductCriterion]
  let db: Database

  /// Of so many candidates the texts are read rather than the index asked again.
  private static let textsAtOnce = 200
  /// So many hits are looked at before all.
  private static let few = 10

  /// The index first, whatever the planner thinks: otherwise it searches once for every product of a vendor.
  static let joined =
    "FROM product_fts AS f CROSS JOIN product AS p ON p.id = f.rowid WHERE f.product_fts MATCH ?1"

  /// Takes the expressions of the first stages, as far as they are made, and adds those that are missing.
  ///
  /// `known` are all hits of the stages before, when they are known: the index would join them once more. Of a stage that is a
  /// preference, the newest `most` names are read.
  init(
    _ search: inout TextSearch, _ stage: Int, _ filter: ProductFilter, preferring most: Int,
    without known: Set<Int64>?, _ expressions: inout [MatchExpression], in db: Database
  ) throws {
    (self.stage, earlier) = (search.stages[stage], search.stages[..<stage])
    self.known = known ?? []
    self.db = db
    (conditions, criteria) = FilterTokens.split(filter.criteria)
    let isReadable = try SearchIndex.tables.areThere(in: db)
    for stage in search.stages[...stage].dropFirst(expressions.count) {
      guard isReadable else {
        expressions.append(MatchExpression())
        continue
      }
      let expression = try MatchExpression(
        for: stage, without: known == nil ? expressions : [], from: { TokenLookup($0, in: db) },
        isFound: { try db.exists("SELECT 1 FROM product_fts WHERE product_fts MATCH ? LIMIT 1", [$0]) })
      expressions.append(expression)
    }
    expression = expressions[stage]
    guard self.stage.isPreference else { return }
    let oldest = self.stage.oldest
    let newest = try candidates(from: oldest ?? .min, limit: oldest == nil ? most : .max)
    all = try checked(newest)
    self.stage.oldest = oldest ?? (newest.count < most ? .min : newest.last)
    search.stages[stage] = self.stage
  }

  /// The kinds of windows in which a group of them is ranked where there are many; only a name can be what was typed.
  func kinds(of group: SearchSection.Group) -> [SearchCursor.Window.Kind] {
    group != .across && stage.scope == .name ? [.sameName, .other] : [.other]
  }

  /// Those that may be of a kind and a group.
  func of(_ kind: SearchCursor.Window.Kind, _ group: SearchSection.Group) -> SearchHits {
    var hits = self
    hits.conditions += FilterTokens.split(ProductFilter(availability: group.availability).criteria).conditions
    // Of too many names, they are found among all hits.
    if kind == .sameName, let names = stage.nameTokens {
      hits.expression = expression.narrowed(to: names.tokens, suffice: names.suffice)
    }
    return hits
  }

  /// The newest ones up to `last`.
  func newest(upTo last: Int64, limit: Int) throws -> [Int64] {
    if let all { return Array(all.drop { $0 > last }.prefix(limit)) }
    var found: [Int64] = []
    var last = last
    // Those that are known already may be among them.
    let spare = min(known.count, .max - limit)
    var wanted = 0
    while true {
      // Where most are no hits, twice as many each time: to ask the index costs as much as to read dozens of names.
      wanted = max(limit - found.count + spare, min(wanted, 1 << 20) * 2)
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
    if let all { return all.count }
    guard known.isEmpty else { return try newest(upTo: .max, limit: .max).count }
    guard expression.verification == .all else {
      return try candidateCount(limit: .max) - wrongCandidates().count
    }
    var count = 0
    try forEachUnverified { _, isHit in if isHit { count += 1 } }
    return count
  }

  /// How many there are, up to `limit`.
  func count(upTo limit: Int) throws -> Int {
    guard known.isEmpty, expression.verification == .none else {
      return try newest(upTo: .max, limit: limit).count
    }
    return try candidateCount(limit: limit)
  }

  /// All of them, when each has the text only across a space, and when they are so few that such ones come last; otherwise
  /// `nil`. Mostly the newest ones tell.
  func onlyAcross() throws -> [Int64]? {
    for limit in [Self.few, SearchRun.mostWithAcrossApart + 1] {
      let ids = try newest(upTo: .max, limit: limit)
      guard ids.count <= SearchRun.mostWithAcrossApart,
        try ranked(ids, isAcrossApart: true).allSatisfy({ $0.rank == .across })
      else { return nil }
      if ids.count < limit { return ids }
    }
    return nil
  }

  /// Those that are there, with their places by relevance, in the order of `ids`.
  func ranked(_ ids: some Sequence<Int64>, isAcrossApart: Bool) throws -> [SearchCursor.Ranked] {
    var ranked: [SearchCursor.Ranked] = []
    try db.forEachRow("SELECT id, stock, \(columns) FROM product WHERE id = ?", of: ids) {
      let (rank, isWanted) = stage.rank(of: texts($0, from: 2))
      ranked.append(
        SearchCursor.Ranked(
          rank: rank, isWanted: isWanted, isSoldOut: $0.int64(1) == 0, isAcrossApart: isAcrossApart,
          id: $0.int64(0)))
    }
    return ranked
  }

  func product(_ id: Int64) throws -> StoredProduct? { try db.storedProduct(id) }

  func match(_ text: String) -> String { conditions.isEmpty ? text : "(\(text))\(conditions)" }

  // MARK: Candidates

  /// The columns of the texts in which it looks.
  private var columns: String { stage.scope == .name ? "name" : ProductRow.textColumns }

  private func texts(_ row: StatementRow, from column: CInt) -> SearchedTexts {
    stage.scope == .name ? SearchedTexts(name: row.text(column)) : SearchedTexts(row, from: column)
  }

  /// Whether a row of a number and texts has what was typed, and no stage before has it.
  private func isHit(_ row: StatementRow) -> Bool {
    // The first one alone may be a preference.
    let earlier = row.int64(0) < earlier.first?.oldest ?? .min ? earlier.dropFirst() : earlier
    if unsafe row.withBytes(1, { unsafe stage.isSurelyHit($0, without: earlier) }) { return true }
    if unsafe row.withBytes(1, { unsafe stage.isSurelyNoHit($0) }) { return false }
    let texts = texts(row, from: 1)
    var units = SearchedUnits(texts)
    return stage.isHit(&units) && !earlier.contains { $0.isHit(&units) }
  }

  /// Those of the candidates whose texts have what was typed.
  func checked(_ candidates: [Int64]) throws -> [Int64] {
    let candidates = known.isEmpty ? candidates : candidates.filter { !known.contains($0) }
    guard expression.verification != .none else { return candidates }
    var hits: [Int64] = []
    try db.forEachRow("SELECT id, \(columns) FROM product WHERE id = ?", of: candidates) {
      if isHit($0) { hits.append($0.int64(0)) }
    }
    return hits
  }

  private func candidates(upTo last: Int64 = .max, from first: Int64 = .min, limit: Int) throws -> [Int64] {
    guard !expression.text.isEmpty else { return [] }
    let source = criteria.isEmpty ? "FROM product_fts AS f WHERE f.product_fts MATCH ?1" : Self.joined
    let condition = RowCondition(criteria, from: 5)
    let sql = """
      SELECT f.rowid \(source) AND f.rowid <= ?2 AND f.rowid >= ?3\(condition.sql) ORDER BY f.rowid DESC LIMIT ?4
      """
    return try db.rows(sql, [match(expression.text), last, first, limit] + condition.values) { $0.int64(0) }
  }

  /// Returns the candidates of the index that have the text in parts only.
  private func wrongCandidates(in range: ClosedRange<Int64>? = nil) throws -> Set<Int64> {
    var wrong: Set<Int64> = []
    try forEachUnverified(in: range) { id, isHit in if !isHit { wrong.insert(id) } }
    return wrong
  }

  /// Calls `body` with each of the candidates that are to be verified, and whether it is a hit.
  ///
  /// In a range from the newest down, as FTS5 finds the end of a list at once, but walks up to a number in its middle.
  private func forEachUnverified(
    in range: ClosedRange<Int64>? = nil, _ body: (_ id: Int64, _ isHit: Bool) -> Void
  ) throws {
    guard let unverified = expression.unverifiedText, !unverified.isEmpty else { return }
    let condition = RowCondition(criteria, from: range == nil ? 2 : 4)
    var sql = "SELECT p.id, \(columns) \(Self.joined)"
    var values: [any StatementValue] = [match(unverified)]
    if let range {
      sql += " AND f.rowid <= ?2 AND f.rowid >= ?3\(condition.sql) ORDER BY f.rowid DESC"
      values += [range.upperBound, range.lowerBound]
    } else {
      sql += condition.sql
    }
    try db.forEachRow(sql, values + condition.values) { row in body(row.int64(0), isHit(row)) }
  }

  private func candidateCount(limit: Int) throws -> Int {
    guard !expression.text.isEmpty else { return 0 }
    let condition = RowCondition(criteria, from: 3)
    let source =
      criteria.isEmpty ? "FROM product_fts WHERE product_fts MATCH ?1" : Self.joined + condition.sql
    let sql = "SELECT count(*) FROM (SELECT 1 \(source) LIMIT ?2)"
    return try db.firstRow(sql, [match(expression.text), limit] + condition.values) { $0.int(0) } ?? 0
  }
}
