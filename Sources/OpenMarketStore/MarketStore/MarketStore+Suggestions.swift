extension MarketStore {
  /// Returns completions of `text`: words and beginnings of the names of stored products on sale, those of most
  /// products first.
  ///
  /// Every state of typing Hangul on a two-set keyboard finds the same text (맥, 맥ㅂ, 맥부, 맥북), and so do initial
  /// consonants (ㄴㅌㅂ for 노트북) and keys typed with the wrong language set (dkdlvhs for 아이폰, ㅑㅔㅙㅜㄷ for
  /// iphone), whatever the spaces. Names stored a moment ago follow within seconds; see ``updateSuggestions()``.
  ///
  /// At most `limit` of them, 1…50 or ``StoreError/Code/invalidInput`` is thrown; none for a text without letters and digits.
  package func suggestions(for text: String, limit: Int = 10) async throws -> [Suggestion] {
    try SuggestionLookup.validate(limit: limit)
    let keys = TypedKeys(text)
    guard !keys.keys.isEmpty else { return [] }
    return try await readCache(atOnce: true) {
      try SuggestionLookup.suggestions(for: keys, limit: limit, in: $0)
    }
  }

  /// Brings the suggestions up to date with the stored products, joins the parts of the search index, and waits for it.
  ///
  /// This happens by itself in the background after every write; a process that is about to end after storing
  /// many products calls it so that the next one finds the work done. Can be cancelled at any time: what is
  /// done stays done. Costs about 6 µs for a product with a new name.
  package func updateSuggestions() async throws {
    try await finishIndex()
    let limit = SuggestionUpkeep.largeBatch
    while try await writeCache({ try SuggestionIndex.applyChanges(limit: limit, in: $0) }) >= limit {}
    if let first = try await readCache({ try IndexParts.firstStep(inLargeSteps: true, in: $0) }) {
      try await joinIndexParts(first)
    }
  }

  /// Joins parts of the search index, beginning with a first step as ``IndexParts/join(_:in:)`` takes it.
  func joinIndexParts(_ first: Int) async throws {
    var pages = first
    while try await writeCache({ [pages] in try IndexParts.join(pages, in: $0) }) { pages = abs(pages) }
  }
}

extension MarketStore {
  /// Searches the names, descriptions and vendors of the stored products, without any network.
  ///
  /// Costs about a millisecond among a million products; see ``ProductSort`` and ``SearchQuery/Counting`` for what
  /// costs more. A text without letters and digits finds nothing.
  ///
  /// - Returns: A page of hits from one state of the store.
  /// - Throws: ``StoreError``, with ``StoreError/Code/invalidInput`` for a limit outside of 1…200, a text that is
  ///   too long or the cursor of another search; `CancellationError`.
  package func search(_ query: SearchQuery) async throws -> SearchResults {
    try query.validate()
    let equivalents = configuration.searchEquivalents
    let start = configuration.time.clock.now
    let results = try await readCache { db in
      try SearchRun(db: db, query: query, equivalents: equivalents).results()
    }
    files.events.trace(.searched) {
      ($0.count, $0.outcome) = (results.hits.count, results.correction?.name ?? "asTyped")
      $0.duration = start.duration(to: configuration.time.clock.now)
    }
    return results
  }
}

extension SearchCorrection {
  /// The kind of correction, without any text.
  fileprivate var name: String {
    switch self {
    case .apart: "apart"
    case .completed: "completed"
    case .keyboard: "keyboard"
    case .spelling: "spelling"
    case .without: "without"
    }
  }
}
