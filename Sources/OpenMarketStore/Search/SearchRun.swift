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
    TextSearch(terms, query.includesEquivalents ? equivalents : nil, prefersSigns: query.prefersSigns)
  }

  /// Goes through stages and their sections until the page is full; one is begun when those before have no more hits.
  private func page(of terms: SearchTerms, correction: SearchCorrection?) throws -> SearchResults {
    var search = search(for: terms)
    var results = SearchResults(correction: correction)
    var position = query.cursor?.position
    var count = query.cursor?.count ?? StageCount()
    var end: (section: SearchSection, position: SearchCursor.Position?, isAcrossApart: Bool?)?
    var expressions: [MatchExpression] = []
    stages: for stage in (query.cursor?.section.stage ?? 0)..<search.stages.count {
      // A first page has all hits of the stages that it has left behind.
      let known = query.cursor == nil ? Set(results.hits.map(\.id.rawValue)) : nil
      let found = try SearchHits(search, stage, query.filter, without: known, &expressions, in: db)
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
          break stages
        }
        position = nil
      }
    }
    // Equivalents are not counted on the way, nor what comes after them: that would cost more than the page.
    let isCounting = query.counting == .exact || count.isExact && count.stages == search.stages.count - 1
    for stage in search.stages.indices.dropFirst(isCounting ? count.stages : .max) {
      let found = try SearchHits(search, stage, query.filter, without: nil, &expressions, in: db)
      count.add(try self.count(found, after: count))
    }
    results.search = search
    results.count = count.total(of: search.stages.count)
    results.next = end.map {
      SearchCursor(
        section: $0.section, position: $0.position, isAcrossApart: $0.isAcrossApart, terms: terms,
        correction: correction, count: count, text: query.text, filter: query.filter, sort: query.sort)
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
  func isKnown(_ terms: SearchTerms) throws -> Bool {
    guard let first = try firstHits(of: terms, limit: 1).first else { return false }
    // The others of its stage come before those across a space, but other stages behind all of them.
    return try !first.isOnlyAcross || firstHits(of: terms, limit: Self.window).contains { !$0.isOnlyAcross }
  }

  /// How well the first name that has a text has it; `nil` when none has.
  func bestRank(of terms: SearchTerms) throws -> SearchRank? {
    try firstHits(of: terms, limit: 1).first { $0.match.stage < SearchHit.Match.vendor([]).stage }?.rank
  }

  private func firstHits(of terms: SearchTerms, limit: Int) throws -> [SearchHit] {
    guard !terms.pieces.isEmpty else { return [] }
    var first = SearchQuery(query.text, limit: limit)
    (first.includesEquivalents, first.counting) = (query.includesEquivalents, .upTo(1))
    return try SearchRun(db: db, query: first, equivalents: equivalents).page(of: terms, correction: nil).hits
  }

  /// How many hits there are in all stages regardless of the filter, up to `limit`.
  func unfilteredCount(of terms: SearchTerms, limit: Int) throws -> Int {
    guard !terms.pieces.isEmpty else { return 0 }
    let search = search(for: terms)
    var (number, expressions) = (0, [MatchExpression]())
    for stage in search.stages.indices where number < limit {
      let found = try SearchHits(
        search, stage, .all, without: number == 0 ? [] : nil, &expressions, in: db)
      number += try found.count(upTo: limit - number)
    }
    return number
  }
}

extension SearchHit {
  /// Whether it has the text only across a space, and is one of so few hits that all such come last.
  fileprivate var isOnlyAcross: Bool { rank == .across && isAcrossApart }
}
