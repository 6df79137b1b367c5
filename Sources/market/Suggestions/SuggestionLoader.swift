import OpenMarket

/// Loads suggestions while the user types: those of this device at every keystroke, those of the server once the typing
/// pauses. Only responses to the newest text count.
final class SuggestionLoader: Sendable {
  struct Response: Sendable {
    let text: String
    let result: Result<[String], any Error>
    /// Whether no other source is asked.
    let isLast: Bool
  }

  private let debouncer = Debouncer(.milliseconds(200))
  private let latest = LatestOnly<Response>()
  private let source: SuggestionSource
  private let forwarding: Task<Void, Never>

  /// `handler` is called with each response that counts.
  init(_ source: SuggestionSource, handler: @escaping @Sendable (Response) -> Void) {
    self.source = source
    forwarding = Task { [responses = latest.results] in
      for await case .success(let response) in responses { handler(response) }
    }
  }

  deinit { forwarding.cancel() }

  /// Loads suggestions for `text`, in place of those for the text before.
  func load(_ text: String) {
    let load: @Sendable (@escaping SuggestionSource.Find, Bool) -> Void = { [latest] find, isLast in
      latest { Response(text: text, result: await Result { try await find(text) }, isLast: isLast) }
    }
    if let stored = source.stored { load(stored, source.server == nil) }
    if let server = source.server { debouncer { load(server, true) } }
  }

  func cancel() {
    debouncer.cancel()
    latest.cancel()
  }
}

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
