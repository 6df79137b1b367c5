import Foundation
import OpenMarketHTTP
import OpenMarketStore

extension Marketplace {
  /// Returns completions of `text`: recent searches, names and words of stored products, and the server's
  /// suggestions.
  ///
  /// Any state of typing finds its text: 맥ㅂ and 맥부 find 맥북, ㄴㅌㅂ finds 노트북, dkdlvhs finds 아이폰. The
  /// default policy asks the server only when this device has nothing to suggest. For a search field take
  /// ``suggestionSession(limit:interval:)``.
  ///
  /// - Parameters:
  ///   - text: The typed text; a blank one gives the recent searches.
  ///   - limit: The maximum number of suggestions, 1 to 50.
  ///   - policy: The sources: this device, the server, or both in turn.
  ///   - options: Overrides of the configured times and priority.
  /// - Returns: The suggestions with their stamp.
  /// - Throws: `HTTPError` when the server was asked and this device has nothing to suggest; `StoreError`,
  ///   with `invalidInput` for a limit out of range; `CancellationError`.
  public func suggestions(
    for text: String, limit: Int = 10, policy: ReadPolicy = .cacheFirst,
    options: ReadOptions = ReadOptions()
  ) async throws -> Stamped<[SearchSuggestion]> {
    guard 1...50 ~= limit else {
      throw StoreError(.invalidInput, "limit is \(limit): ask for 1 to 50 suggestions.")
    }
    let policy = text.isBlank ? .cacheOnly : policy
    return try await reader.read(
      suggestionRequest(text, limit, allowsEmptyResult: policy == .cacheOnly), policy, options)
  }

  private func suggestionRequest(
    _ text: String, _ limit: Int, allowsEmptyResult: Bool
  ) -> ReadRequest<[SearchSuggestion]> {
    let (store, reader, serverSuggestions) = (store, reader, serverSuggestions)
    return ReadRequest(
      key: .suggestions(text, limit: limit), staleTime: .seconds(60), flights: flights.suggestions,
      stored: {
        let found = try await store.blended(text, limit, server: [])
        return found.isEmpty && !allowsEmptyResult ? nil : .init(value: found, fetchedAt: reader.time.date())
      },
      fetch: { options in
        let server = try await serverSuggestions.suggestions(for: text, limit: limit, options)
        var found = SuggestionBlend(text: text, limit: limit).blend(recents: [], local: [], server: server)
        try await reader.events.reporting { found = try await store.blended(text, limit, server: server) }
        return .init(value: found, fetchedAt: reader.time.date())
      })
  }
}

extension MarketStore {
  /// The suggestions of this device, joined with those of the server.
  fileprivate func blended(
    _ text: String, _ limit: Int, server: [String]
  ) async throws -> [SearchSuggestion] {
    let recents = try await recentSearches().map(\.text)
    let local = try await suggestions(for: text, limit: limit)
    return SuggestionBlend(text: text, limit: limit).blend(recents: recents, local: local, server: server)
  }
}
