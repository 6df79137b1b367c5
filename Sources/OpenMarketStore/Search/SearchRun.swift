import GRDB
import OpenMarketAPI

/// One search in one state of the store.
struct SearchRun {
  /// How many of the newest hits are ranked together.
  static let window = 200
  /// Of more hits, those with the text only across a space are no group by themselves: it is what one search ranks at most.
  static let mostWithAcrossApart = 5 * window

  let db: Database
  let query: SearchQuery
  let equivalents: SearchEquivalents

  /// Of so many names that may be preferred it is told whether they are: by price, of as many as are read there.
  private var mostPreferred: Int { query.sort.isByPrice ? SearchHits.sample : Self.window }

  /// The page asked for; corrected when nothing has the text or equivalents of its words.
  func results() throws -> SearchResults {
    if let cursor = query.cursor { return try page(of: cursor.terms, correction: cursor.correction) }
    let terms = SearchTerms(query.text)
    guard !terms.isEmpty else { return SearchResults() }
    var results = try page(of: terms, correction: nil)
    if results.hits.isEmpty, let finished = terms.finished {
      results = try page(of: finished, correction: nil)
    }
    let isAcross = !results.hits.isEmpty
    // One that is still being typed is left as it is.
    guard query.correctsEmptyResults, !terms.pieces.isEmpty,
      try !isAcross || terms.finished == nil && isOnlyAcross(results, terms)
    else { return results }
    let recovery = SearchRecovery(run: self, terms: terms, isAcross: isAcross)
    guard let other = try recovery.alternative() else { return results }
    let corrected = try page(of: other.terms, correction: other.correction)
    return isAcross && corrected.hits.isEmpty ? results : corrected
  }

  private func search(for terms: SearchTerms) -> TextSearch {
    query.ranksReasons
      ? TextSearch(terms, query.includesEquivalents ? equivalents : nil)
      : TextSearch(inOneStage: terms)
  }

  /// Goes through stages and their sections until the page is full; one is begun when those before have no more hits.
  private func page(of terms: SearchTerms, correction: SearchCorrection?) throws -> SearchResults {
    var search = search(for: terms)
    var results = SearchResults(correction: correction)
    var position = query.cursor?.position
    var count = query.cursor?.count ?? StageCount()
    var end: (section: SearchSection, position: SearchCursor.Position?, isAcrossApart: Bool?)?
    var expressions: [MatchExpression] = []
    // A first page has all hits of the stages that it has left behind.
    var known: Set<Int64>? = query.cursor == nil ? [] : nil
    if let oldest = query.cursor?.oldest { search.stages[0].oldest = oldest }
    stages: for stage in search.stages.indices.dropFirst(query.cursor?.section.stage ?? 0) {
      let found = try SearchHits(
        &search, stage, query.filter, preferring: mostPreferred, without: known, &expressions, in: db)
      let isResumed = query.cursor?.section.stage == stage
      var pages = StagePages(
        found, sort: query.sort, isAcrossApart: isResumed ? query.cursor?.isAcrossApart : nil)
      let sections = SearchSection.all(ofStage: stage, in: query.sort, query.filter.availability)
      for section in sections where query.cursor.map({ $0.section <= section }) ?? true {
        let isCounted = count.stages > stage
        let page = try pages.page(
          of: section.group, limit: query.limit - results.hits.count, behind: position,
          counting: isCounted ? nil : counting(after: count))
        search.stages[stage].isAcrossApart = pages.isAcrossApart ?? true
        results.hits += page.products.map(search.stages[stage].hit)
        if !isCounted { count.add(try page.count ?? self.count(found, after: count)) }
        if page.hasMore {
          end = (section, page.position, pages.isAcrossApart)
          known = known == nil ? nil : found.all.map(Set.init)
          break stages
        }
        position = nil
      }
      if known != nil { known = Set(results.hits.map(\.id.rawValue)) }
    }
    // Equivalents are not counted on the way, nor what comes after them: that would cost more than the page.
    for stage in search.stages.indices.dropFirst(count.stages) {
      guard query.counting == .exact || count.isExact && search.stages[stage].isTextItself else { break }
      let found = try SearchHits(
        &search, stage, query.filter, preferring: mostPreferred, without: known, &expressions, in: db)
      known = nil
      count.add(try self.count(found, after: count))
    }
    results.search = search
    results.count = count.total(of: search.stages.count)
    results.next = end.map {
      SearchCursor(
        section: $0.section, position: $0.position, isAcrossApart: $0.isAcrossApart,
        oldest: search.stages.first?.oldest, terms: terms, correction: correction, count: count,
        text: query.text, filter: query.filter, sort: query.sort)
    }
    return results
  }

  // MARK: Counts

  /// How the next stage is counted.
  private func counting(after count: StageCount) -> SearchQuery.Counting {
    guard case .upTo(let limit) = query.counting else { return .exact }
    return .upTo(max(0, limit - count.number.number))
  }

  private func count(_ found: SearchHits, after count: StageCount) throws -> HitCount {
    switch counting(after: count) {
    case .exact: return .exact(try found.count())
    case .upTo(let limit):
      let number = try found.count(upTo: limit + 1)
      return number > limit ? .atLeast(limit) : .exact(number)
    }
  }

  // MARK: Hits regardless of the filter

  /// Whether all hits have the text only across a space, from inside a word to inside another: 태팔 in 상태 팔아요 is rarely
  /// what was meant.
  private func isOnlyAcross(_ results: SearchResults, _ terms: SearchTerms) throws -> Bool {
    guard results.hits.allSatisfy(\.isOnlyAcross) else { return false }
    // What a filter keeps back counts.
    return try query.filter == .all && results.next == nil || !isKnown(terms)
  }

  /// Whether any of the first products that have a text has it otherwise than across a space.
  ///
  /// As a page of a window says it, of which the first names mostly suffice.
  func isKnown(_ terms: SearchTerms) throws -> Bool {
    guard !terms.pieces.isEmpty else { return false }
    var search = TextSearch(terms, query.includesEquivalents ? equivalents : nil)
    var (across, expressions) = (Set<Int64>(), [MatchExpression]())
    for stage in search.stages.indices where across.count < Self.window {
      let found = try SearchHits(
        &search, stage, .all, preferring: Self.window, without: across, &expressions, in: db)
      // Hits of other stages are behind those of this one across a space.
      guard let others = try found.onlyAcross() else { return true }
      across.formUnion(others)
    }
    return false
  }

  /// How well the first name that has a text has it; `nil` when none has.
  func bestRank(of terms: SearchTerms) throws -> SearchRank? {
    guard !terms.pieces.isEmpty else { return nil }
    var first = SearchQuery(query.text, limit: 1)
    (first.includesEquivalents, first.counting) = (query.includesEquivalents, .upTo(1))
    let page = try SearchRun(db: db, query: first, equivalents: equivalents).page(of: terms, correction: nil)
    return page.hits.first { $0.match.stage < SearchHit.Match.vendor([]).stage }?.rank
  }

  /// How many hits there are in all stages, or in all but those of other fields alone, regardless of the filter, up to `limit`.
  func unfilteredCount(of terms: SearchTerms, limit: Int, inNames: Bool = false) throws -> Int {
    guard !terms.pieces.isEmpty else { return 0 }
    var search = search(for: terms)
    var (number, expressions) = (0, [MatchExpression]())
    for stage in search.stages.indices
    where number < limit && (!inNames || search.stages[stage].scope != .elsewhere) {
      let found = try SearchHits(
        &search, stage, .all, preferring: mostPreferred, without: number == 0 ? [] : nil, &expressions, in: db
      )
      number += try found.count(upTo: limit - number)
    }
    return number
  }
}

extension SearchHit {
  /// Whether it has the text only across a space, and is one of so few hits that all such come last.
  fileprivate var isOnlyAcross: Bool { rank == .across && isAcrossApart }
}
