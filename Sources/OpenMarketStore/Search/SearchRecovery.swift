import Foundation

/// Finds something to search for instead of what no name has, or has only across a space.
///
/// Tries, in this order: the parts by themselves, what the text is on the way to, the same keys in the other
/// language, words without their endings, two words of a name for one, words that are spelt alike, two parts of words, and
/// fewer words. Takes the first that has hits.
struct SearchRecovery {
  typealias Alternative = (terms: SearchTerms, correction: SearchCorrection)

  /// Of more words than these, it is not tried which ones to leave out, or which one is two.
  private static let mostPieces = 12
  /// How many known words are left out in every combination.
  private static let mostLeftOut = 2
  /// How many suggestions are compared.
  private static let mostCompletions = 8
  /// How many combinations, and ways to take one word for two, are tried.
  private static let mostTries = 24

  let run: SearchRun
  let terms: SearchTerms
  /// Whether there are hits across a space: something else must be a better one.
  let isAcross: Bool

  /// The text as typed; a blank at its end, which a keyboard adds, changes nothing of what is meant.
  private var text: String { run.query.text.trimmingCharacters(in: .whitespacesAndNewlines) }

  func alternative() throws -> Alternative? {
    // Hits that the filter keeps back count: nothing is wrong with the text.
    if run.query.filter != .all, !isAcross {
      for terms in [terms, terms.finished].compactMap(\.self) where try hasHits(terms) { return nil }
    }
    if let apart = terms.apart, try hasHits(apart) { return (apart, .apart) }
    if let (found, text) = try completion(of: text, terms) { return (found, .completed(text)) }
    if let found = try otherKeyboard() { return found }
    if let (found, text) = try withoutEndings() { return (found, .spelling(text)) }
    let two = try inTwo()
    if let two, two.rank <= .word { return (two.terms, .apart) }
    if let (found, text) = try SpellingCorrection(search: run).correction(of: text) {
      return (found, .spelling(text))
    }
    if let two { return (two.terms, .apart) }
    return isAcross ? nil : try fewerWords()
  }

  private func hasHits(_ terms: SearchTerms) throws -> Bool {
    try isAcross ? run.isKnown(terms) : run.unfilteredCount(of: terms, limit: 1) > 0
  }

  /// The text with one word taken for two that stand in a name, in the way that has most hits: 나이키운동화, airmax. Two whole
  /// words come before parts of words, which any slip may have made.
  private func inTwo() throws -> (terms: SearchTerms, rank: SearchRank)? {
    let whole = terms.apart ?? terms
    guard whole.pieces.count <= Self.mostPieces else { return nil }
    var ways: [(terms: SearchTerms, rank: SearchRank)] = []
    for terms in whole.inTwo.prefix(Self.mostTries)
    where try run.unfilteredCount(of: terms, limit: 1, inNames: true) > 0 {
      if let rank = try run.bestRank(of: terms), rank < .across { ways.append((terms, rank)) }
    }
    if ways.contains(where: { $0.rank <= .word }) { ways.removeAll { $0.rank > .word } }
    guard ways.count > 1 else { return ways.first }
    var best: (way: (terms: SearchTerms, rank: SearchRank), count: Int)?
    for way in ways {
      let count = try run.unfilteredCount(of: way.terms, limit: 1_001)
      if best.map({ count > $0.count }) ?? true { best = (way, count) }
    }
    return best?.way
  }

  private func completion(of text: String, _ terms: SearchTerms) throws -> (SearchTerms, String)? {
    if let found = try completed(text, limit: 3, before: "") { return found }
    // Only the last word may be unfinished.
    guard terms.pieces.count > 1, let last = text.split(whereSeparator: \.isWhitespace).last else {
      return nil
    }
    return try completed(String(last), limit: 5, before: text[..<last.startIndex])
  }

  /// A text that goes on as another one: what the suggestions for it have in common, so that 닌텐도 is not taken for one model
  /// more than for the others, or else the first of them.
  private func completed(
    _ text: String, limit: Int, before: Substring
  ) throws -> (SearchTerms, String)? {
    let typed = TypedKeys(text, withSlips: false)
    var found = try SuggestionLookup.suggestions(for: typed, limit: Self.mostCompletions, in: run.db)
    let begun = found.filter { $0.match.lowerBound == $0.text.startIndex }
    if !begun.isEmpty { found = begun }
    let texts = found.map(\.text)
    let common = texts.dropFirst().reduce(texts.first ?? "") { $0.commonPrefix(with: $1) }
    let whole = common.trimmingCharacters(in: .whitespaces)
    // What 아이패드 and 아이폰 have in common lacks the ㅍ of 아잎.
    let isTyped = typed.keys.contains { $0.match(in: whole, FoldedText(whole)) != nil }
    for text in (isTyped ? [whole] : []) + texts.prefix(limit) {
      let completed = SearchTerms(before + text)
      if try hasHits(completed) { return (completed, before + text) }
    }
    return nil
  }

  private func otherKeyboard() throws -> Alternative? {
    let hasJamo = text.unicodeScalars.contains(where: Hangul.isJamo)
    for (slip, isWord) in [
      (KeyboardSlip.hangul(typedAs: text), false), (KeyboardSlip.latin(typedAs: text), !hasJamo),
    ] {
      guard let slip else { continue }
      let meant = SearchTerms(slip)
      // What was typed may be a word: 디채 is not the elco of welcome.
      let isKnown = try isWord ? run.bestRank(of: meant).map { $0 <= .wordPart } ?? false : run.isKnown(meant)
      if isKnown { return (meant, .keyboard(slip)) }
      if let (found, text) = try completion(of: slip, meant) { return (found, .keyboard(text)) }
      if try !isWord && hasHits(meant) { return (meant, .keyboard(slip)) }
    }
    return nil
  }

  /// The text without 을, 를, 들 and 용 at the end of its words, which names rarely have: 의자를, 캠핑용.
  private func withoutEndings() throws -> (SearchTerms, String)? {
    let words = text.split(whereSeparator: \.isWhitespace)
    let bare = words.map { word in
      word.count > 2 && word.last.map("을를들용".contains) ?? false ? word.dropLast() : word
    }
    guard bare != words else { return nil }
    let text = bare.joined(separator: " ")
    let terms = SearchTerms(text)
    return try run.isKnown(terms) ? (terms, text) : nil
  }

  /// Leaves out words that nothing has, and as few others as possible: amounts before words, and the first word, mostly the
  /// thing itself, last. Of too many words the rarest are left out together.
  private func fewerWords() throws -> Alternative? {
    guard 2...Self.mostPieces ~= terms.pieces.count else { return nil }
    func count(_ index: Int, upTo limit: Int) throws -> Int {
      try run.unfilteredCount(of: SearchTerms(pieces: [terms.pieces[index]]), limit: limit)
    }
    let known = try terms.pieces.indices.filter { try count($0, upTo: 1) > 0 }
    let dispensable = known.sorted { (importance($0), -$0) < (importance($1), -$1) }
    var tries = Self.mostTries
    for count in 0..<min(known.count, Self.mostLeftOut + 1) {
      for left in combinations(of: count, of: dispensable) where tries > 0 {
        if count > 0 { tries -= 1 }
        if let found = try without(known.filter { !left.contains($0) }) { return found }
      }
    }
    let counts = try known.map { (index: $0, count: try count($0, upTo: 1_001)) }
    var rarestFirst = counts.sorted { $0.count < $1.count }.map(\.index)
    while !rarestFirst.isEmpty {
      if let found = try without(rarestFirst.sorted()) { return found }
      rarestFirst.removeFirst()
    }
    return nil
  }

  /// The search for some of the pieces, if it leaves any out and has hits.
  private func without(_ kept: [Int]) throws -> Alternative? {
    let fewer = SearchTerms(pieces: kept.map { terms.pieces[$0] })
    guard !kept.isEmpty, kept.count < terms.pieces.count, try hasHits(fewer) else { return nil }
    let left = terms.pieces.indices.filter { !kept.contains($0) }
    return (fewer, .without(left.map { terms.pieces[$0].text }))
  }

  /// How much a piece says of what is looked for: 256, 300mm less than a word, and 15 of 아이폰 15 more.
  private func importance(_ index: Int) -> Int {
    guard index > 0 else { return 3 }
    guard let first = terms.pieces[index].runs.first, first.kind == .digit else { return 1 }
    return terms.pieces[index].runs.count > 1 || first.scalars.count > 2 ? 0 : 2
  }

  /// The combinations of so many elements, those of the first ones first.
  private func combinations(of count: Int, of elements: [Int]) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return elements.indices.flatMap { index in
      combinations(of: count - 1, of: Array(elements[(index + 1)...])).map { [elements[index]] + $0 }
    }
  }
}
