extension MarketStore {
  /// Searches the names of the stored products, without any network.
  ///
  /// Costs about a millisecond among a million products; see ``ProductSort`` and ``SearchQuery/Counting`` for what
  /// costs more. A text without letters and digits finds nothing.
  ///
  /// - Returns: A page of hits from one state of the store.
  /// - Throws: ``StoreError``, with ``StoreError/Code/invalidInput`` for a limit outside of 1…200, a text that is
  ///   too long or the cursor of another search; `CancellationError`.
  public func search(_ query: SearchQuery) async throws -> SearchResults {
    try query.validate()
    return try await readCache { db in try SearchRun(db: db, query: query).results() }
  }
}
