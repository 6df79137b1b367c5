import OpenMarketPacing

/// The requests of somebody who types: this device is asked at every keystroke, the server once the typing pauses, and
/// only responses to the newest text count.
final class SuggestionRequests: Sendable {
  /// The response of one of the two.
  struct Response: Sendable {
    let request: String
    let result: Result<[String], any Error>
    /// Whether nobody else is asked.
    let isLast: Bool
  }

  private let pause = Debouncer(.milliseconds(200))
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

  /// Asks for suggestions for `text`.
  func ask(_ text: String) {
    let request: @Sendable (@escaping SuggestionSource.Find, Bool) -> Void = { [latest] find, isLast in
      latest { Response(request: text, result: await Result { try await find(text) }, isLast: isLast) }
    }
    if let stored = source.stored { request(stored, source.server == nil) }
    if let server = source.server { pause { request(server, true) } }
  }

  /// Makes what was asked void.
  func forget() {
    pause.cancel()
    latest.cancel()
  }
}
