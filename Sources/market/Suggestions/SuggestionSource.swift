import OpenMarket

/// Where suggestions come from while the user types.
struct SuggestionSource: Sendable {
  typealias Find = @Sendable (String) async throws -> [String]

  /// Suggestions of this device: asked at every keystroke.
  var stored: Find?
  /// Suggestions of the server too: asked once the typing pauses.
  var server: Find?
}

extension SuggestionSource {
  /// The server, and this device as far as the market lets it take part.
  init(_ market: OnlineMarket, limit: Int) {
    guard let joined = market.joined else {
      server = { [client = market.client] in try await client.suggestions(for: $0, limit: limit) }
      return
    }
    stored = { try await joined.suggestions(for: $0, limit: limit, policy: .cacheOnly).map(\.text) }
    server = { try await joined.suggestions(for: $0, limit: limit, policy: .networkFirst).map(\.text) }
  }
}
