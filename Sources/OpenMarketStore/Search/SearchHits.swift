import GRDB

/// The hits of one stage of a search that pass a filter, by number: what the index gives for it, less the names that
/// have the text in parts only, and those of the stages before.
struct SearchHits {
  let stage: SearchStage
  private let earlier: ArraySlice<SearchStage>
  let expression: MatchExpression
  let filter: ProductFilter
  let db: Database

  /// Of so many candidates the names are read rather than the index asked again.
  private static let namesAtOnce = 200

  /// The index first, whatever the planner thinks: otherwise it searches once for every product of a vendor.
  static let joined =
    "FROM product_fts AS f CROSS JOIN product AS p ON p.id = f.rowid WHERE f.product_fts MATCH ?1"

  init(_ search: NameSearch, stage: Int, filter: ProductFilter, in db: Database) throws {
    (self.stage, earlier) = (search.stages[stage], search.stages[..<stage])
    self.filter = filter
    self.db = db
    let words = MatchExpression.Words(
      beginning: { try TermList.words(beginningWith: $0, in: db) },
      neighbours: { try TermList.neighbours(from: $0, to: $1, in: db) },
      containing: { try TermList.words(containing: $0, atEnd: $1, in: db) })
    var expressions: [MatchExpression] = []
    for stage in search.stages[...stage] {
      expressions.append(try MatchExpression(for: stage, without: expressions, from: words))
    }
    expression = expressions[stage]
  }

  /// The newest ones up to `last`.
  func newest(upTo last: Int64, limit: Int) throws -> [Int64] {
    var found: [Int64] = []
    var last = last
    while true {
      let wanted = limit - found.count
      let batch = try candidates(upTo: last, limit: wanted)
      guard let first = batch.first, let end = batch.last else { return found }
      if batch.count <= Self.namesAtOnce || expression.verification == .all {
        found += try checked(batch)
      } else {
        let wrong = try wrongCandidates(in: end...first)
        found += wrong.isEmpty ? batch : batch.filter { !wrong.contains($0) }
      }
      guard batch.count == wanted, end > .min, found.count < limit else { return found }
      last = end - 1
    }
  }

  /// How many there are.
  func count() throws -> Int { try candidateCount(limit: .max) - wrongCandidates().count }

  /// How many there are, up to `limit`.
  func count(upTo limit: Int) throws -> Int {
    guard expression.verification == .none else { return try newest(upTo: .max, limit: limit).count }
    return try candidateCount(limit: limit)
  }

  /// The names of those that are there.
  private func names(of ids: some Sequence<Int64>) throws -> [(id: Int64, name: String)] {
    var names: [(id: Int64, name: String)] = []
    try db.forEachRow("SELECT id, name FROM product WHERE id = ?", of: ids) {
      names.append(($0.int64(0), $0.text(1)))
    }
    return names
  }

  /// Those that are there, with their places by relevance, in the order of `ids`.
  func ranked(_ ids: some Sequence<Int64>) throws -> [SearchCursor.Ranked] {
    var ranked: [SearchCursor.Ranked] = []
    try db.forEachRow("SELECT id, name, stock FROM product WHERE id = ?", of: ids) {
      let name = $0.text(1)
      let rank = SearchRank(of: CompactName(name), for: stage.terms(in: name))
      ranked.append(SearchCursor.Ranked(rank: rank, isSoldOut: $0.int64(2) == 0, id: $0.int64(0)))
    }
    return ranked
  }

  func product(_ id: Int64) throws -> StoredProduct? { try db.storedProduct(id) }

  // MARK: Candidates

  private func isHit(_ name: String) -> Bool {
    let units = NameUnits(name)
    return stage.isHit(units) && !earlier.contains { $0.isHit(units) }
  }

  /// Those of the candidates whose names have the text.
  private func checked(_ candidates: [Int64]) throws -> [Int64] {
    guard expression.verification != .none else { return candidates }
    return try names(of: candidates).filter { isHit($0.name) }.map(\.id)
  }

  private func candidates(upTo last: Int64, limit: Int) throws -> [Int64] {
    let source = filter == .all ? "FROM product_fts AS f WHERE f.product_fts MATCH ?1" : Self.joined
    let sql = """
      SELECT f.rowid \(source) AND f.rowid <= ?2\(filter.condition(on: "p", from: 4)) \
      ORDER BY f.rowid DESC LIMIT ?3
      """
    return try db.rows(sql, [expression.text, last, limit] + filter.values) { $0.int64(0) }
  }

  /// Returns the candidates of the index whose names have the text in parts only.
  ///
  /// From the newest down, as FTS5 finds the end of a list at once, but walks up to a number in its middle.
  func wrongCandidates(in range: ClosedRange<Int64> = .min ... .max) throws -> Set<Int64> {
    guard let unverified = expression.unverifiedText else { return [] }
    let sql = """
      SELECT p.id, p.name \(Self.joined) AND f.rowid <= ?2 AND f.rowid >= ?3\
      \(filter.condition(on: "p", from: 4)) ORDER BY f.rowid DESC
      """
    var wrong: Set<Int64> = []
    try db.forEachRow(sql, [unverified, range.upperBound, range.lowerBound] + filter.values) { row in
      if !isHit(row.text(1)) { wrong.insert(row.int64(0)) }
    }
    return wrong
  }

  private func candidateCount(limit: Int) throws -> Int {
    let source =
      filter == .all
      ? "FROM product_fts WHERE product_fts MATCH ?1" : Self.joined + filter.condition(on: "p", from: 3)
    let sql = "SELECT count(*) FROM (SELECT 1 \(source) LIMIT ?2)"
    return try db.firstRow(sql, [expression.text, limit] + filter.values) { $0.int(0) } ?? 0
  }
}
