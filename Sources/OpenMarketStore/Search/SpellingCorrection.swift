/// Finds a text that has hits and is spelt like one that has none.
///
/// Corrects the runs of the text that no name has, or, when names have each of them but none has all, one of those that
/// are no word by themselves. Asks the index some ten times, and compares all words up to six times.
struct SpellingCorrection {
  /// More runs are not corrected, and more wrong ones neither.
  private static let (mostRuns, mostWrong) = (12, 3)
  /// How many texts are tried.
  private static let mostTexts = 16
  /// How many words are tried for one run.
  private static let mostWords = 6

  let search: SearchRun

  /// One run's replacement.
  private struct Option {
    var text: String
    var errors: Int
    /// Whether it is what was typed.
    var isTyped = false
  }

  /// The likeliest text with hits; `nil` when there is none.
  func correction(of text: String) throws -> (terms: SearchTerms, text: String)? {
    let runs = TextRun.runs(of: text)
    guard runs.count <= Self.mostRuns else { return nil }
    let open = runs.filter { !$0.isCode && TypingKeys(firstOf: $0.scalars).bytes.count >= 4 }
    let wrong = try open.filter { try !search.isKnown(terms(of: $0.scalars[...], $0.kind)) }
    guard wrong.count <= Self.mostWrong else { return nil }
    if wrong.isEmpty {
      for run in open where runs.count > 1 {
        let options = try words(like: run.scalars[...])
        // A word of its own is as it was meant.
        guard options.first?.isTyped != true else { continue }
        if let found = try first([(run, options)], in: text) { return found }
      }
      return nil
    }
    return try first(try wrong.map { ($0, try options(for: $0)) }, in: text)
  }

  /// The first combination with hits, likely ones first.
  private func first(
    _ choices: [(run: TextRun, options: [Option])], in text: String
  ) throws -> (terms: SearchTerms, text: String)? {
    guard choices.allSatisfy({ !$0.options.isEmpty }) else { return nil }
    var combinations: [[Int]] = [[]]
    for choice in choices {
      combinations = combinations.flatMap { combination in
        choice.options.indices.map { combination + [$0] }
      }
      combinations.sort { $0.reduce(0, +) < $1.reduce(0, +) }
      combinations = Array(combinations.prefix(Self.mostTexts))
    }
    for combination in combinations {
      let corrected = text.replacing(
        zip(choices, combination).map { ($0.run, $0.options[$1].text) })
      let terms = SearchTerms(corrected)
      if try search.isKnown(terms) { return (terms, corrected) }
    }
    return nil
  }

  private func hasHits(_ scalars: ArraySlice<Unicode.Scalar>, _ kind: ScriptClass) throws -> Bool {
    try search.unfilteredCount(of: terms(of: scalars, kind), limit: 1) > 0
  }

  private func terms(of scalars: ArraySlice<Unicode.Scalar>, _ kind: ScriptClass) -> SearchTerms {
    SearchTerms(pieces: [.init(runs: [.init(kind: kind, scalars: Array(scalars))])])
  }

  /// The words that a run may have meant. One syllable has too many neighbours, and two are taken for whole words only:
  /// nearly any two begin some word or other. For a word of selling two are taken only after a likely error: 상테 is 상태,
  /// 레고 is not 네고.
  private func words(like scalars: ArraySlice<Unicode.Scalar>, whole: Bool = false) throws -> [Option] {
    let syllables = scalars.first.map(Hangul.isSyllable) == true ? scalars.count : .max
    guard syllables > 1 else { return [] }
    return try SpellingLookup.words(like: scalars, in: search.db)
      .filter { $0.isWhole || !whole && syllables > 2 }
      .filter { syllables > 2 || $0.cost.isLikely || !SalesWords.contains($0.text.unicodeScalars) }
      .prefix(Self.mostWords)
      .map { Option(text: $0.text, errors: $0.cost.errors, isTyped: $0.cost == .none) }
  }

  private func options(for run: TextRun) throws -> [Option] {
    var options = try words(like: run.scalars[...])
    // Of words typed as one, only one is wrong: 맥북츠로 for 맥북 프로.
    if run.kind == .syllable, options.first.map({ $0.errors > 1 }) ?? true {
      options = (options + (try splits(of: run))).enumerated()
        .sorted { ($0.element.errors, $0.offset) < ($1.element.errors, $1.offset) }.map(\.element)
    }
    return options
  }

  /// The run with its beginning as it is and the rest corrected, or the reverse.
  private func splits(of run: TextRun) throws -> [Option] {
    let scalars = run.scalars
    guard 3...SpellingLookup.longest ~= scalars.count else { return [] }
    var options: [Option] = []
    let end = try longest(upTo: scalars.count - 1) { try hasHits(scalars.prefix($0), run.kind) }
    for length in Set([end, end - 1]).sorted(by: >) where length > 0 {
      let kept = string(scalars.prefix(length))
      options += try words(like: scalars.dropFirst(length)).map {
        Option(text: kept + $0.text, errors: $0.errors)
      }
    }
    let start = try longest(upTo: scalars.count - 1) { try hasHits(scalars.suffix($0), run.kind) }
    for length in Set([start, start - 1]).sorted(by: >) where length > 0 {
      let kept = string(scalars.suffix(length))
      options += try words(like: scalars.dropLast(length), whole: true).map {
        Option(text: $0.text + kept, errors: $0.errors)
      }
    }
    return options
  }

  /// The greatest length, of which all lesser ones hold too.
  private func longest(upTo end: Int, where holds: (Int) throws -> Bool) throws -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high + 1) / 2
      if try holds(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    SearchTerms.Run(kind: .syllable, scalars: Array(scalars)).text
  }
}
