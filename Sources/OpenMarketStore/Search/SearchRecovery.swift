/// Finds something to search for instead of what no name has.
///
/// Tries, in this order: the parts by themselves, what the text is on the way to, the same keys in the other
/// language, words that are spelt alike, and fewer words. Takes the first that has hits.
struct SearchRecovery {
  typealias Alternative = (terms: SearchTerms, correction: SearchCorrection)

  /// From so many words on, it is not tried which ones to leave out.
  private static let mostPieces = 12

  let run: SearchRun
  let terms: SearchTerms

  func alternative() throws -> Alternative? {
    // Hits that the filter keeps back count: nothing is wrong with the text.
    guard try !hasHits(terms) else { return nil }
    if let apart = terms.apart, try hasHits(apart) { return (apart, .apart) }
    if let (found, text) = try completion(of: run.query.text, terms) { return (found, .completed(text)) }
    if let found = try otherKeyboard() { return found }
    if let (found, text) = try SpellingCorrection(search: run).correction(of: run.query.text) {
      return (found, .spelling(text))
    }
    return try fewerWords()
  }

  private func hasHits(_ terms: SearchTerms) throws -> Bool {
    try run.unfilteredCount(of: terms, limit: 1) > 0
  }

  private func completion(of text: String, _ terms: SearchTerms) throws -> (SearchTerms, String)? {
    for suggestion in try SuggestionLookup.suggestions(
      for: .init(text, withSlips: false), limit: 3, in: run.db)
    {
      let completed = SearchTerms(suggestion.text)
      if try hasHits(completed) { return (completed, suggestion.text) }
    }
    // Only the last word may be unfinished.
    guard terms.pieces.count > 1, let last = text.split(whereSeparator: \.isWhitespace).last else {
      return nil
    }
    let before = text[..<last.startIndex]
    for suggestion in try SuggestionLookup.suggestions(
      for: .init(String(last), withSlips: false), limit: 5, in: run.db)
    {
      let whole = before + suggestion.text
      let completed = SearchTerms(String(whole))
      if try hasHits(completed) { return (completed, String(whole)) }
    }
    return nil
  }

  private func otherKeyboard() throws -> Alternative? {
    let text = run.query.text
    for slip in [KeyboardSlip.hangul(typedAs: text), KeyboardSlip.latin(typedAs: text)] {
      guard let slip else { continue }
      let meant = SearchTerms(slip)
      if try hasHits(meant) { return (meant, .keyboard(slip)) }
      if let (found, text) = try completion(of: slip, meant) { return (found, .keyboard(text)) }
    }
    return nil
  }

  private func fewerWords() throws -> Alternative? {
    guard 2...Self.mostPieces ~= terms.pieces.count else { return nil }
    let counts = try terms.pieces.map { try run.unfilteredCount(of: SearchTerms(pieces: [$0]), limit: 1_001) }
    var rarestFirst = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
    while !rarestFirst.isEmpty {
      let fewer = SearchTerms(pieces: rarestFirst.sorted().map { terms.pieces[$0] })
      if fewer.pieces.count < terms.pieces.count, try hasHits(fewer) {
        let left = terms.pieces.indices.filter { !rarestFirst.contains($0) }
        return (fewer, .without(left.map { terms.pieces[$0].text }))
      }
      rarestFirst.removeFirst()
    }
    return nil
  }
}
