import OpenMarketPacing

/// The requests of somebody who types: asked once the typing pauses, or at every keystroke, and only the newest
/// responses count.
final class SuggestionRequests: Sendable {
  private typealias Response = (request: String, result: Result<[String], any Error>)

  /// `nil` for no pause.
  private let pause: Debouncer?
  private let latest = LatestOnly<Response>()
  private let source: SuggestionPrompt.Source
  private let forwarding: Task<Void, Never>

  /// `handler` is called with each request whose response counts, and that response.
  init(
    _ source: @escaping SuggestionPrompt.Source, pause: Duration,
    handler: @escaping @Sendable (String, Result<[String], any Error>) -> Void
  ) {
    self.source = source
    self.pause = pause > .zero ? Debouncer(pause) : nil
    forwarding = Task { [responses = latest.results] in
      for await case .success(let response) in responses { handler(response.request, response.result) }
    }
  }

  deinit { forwarding.cancel() }

  /// Asks for suggestions for `text`.
  func ask(_ text: String) {
    let request: @Sendable () -> Void = { [latest, source] in
      latest {
        let result = await Result { try await source(text) }
        return (text, result)
      }
    }
    if let pause { pause(request) } else { request() }
  }

  /// Makes what was asked void.
  func forget() {
    pause?.cancel()
    latest.cancel()
  }
}
