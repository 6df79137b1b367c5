extension MarketStore {
  /// How many texts complete another; with `asTyped`, as it stands: what the benchmark of suggestions tells apart.
  package func completionCount(for text: String, asTyped: Bool = false) async throws -> Int {
    let keys = TypedKeys(text, withSlips: !asTyped)
    return try await readCache(atOnce: true) {
      try SuggestionLookup.suggestions(for: keys, limit: 10, in: $0).count
    }
  }
}
