import OpenMarketPacing

/// The questions of somebody who types: asked once the typing pauses, or at every keystroke, and only the newest
/// answers count.
final class Questions: Sendable {
  private typealias Answer = (question: String, result: Result<[String], any Error>)

  /// `nil` for no pause.
  private let pause: Debouncer?
  private let latest = LatestOnly<Answer>()
  private let source: SuggestionPrompt.Source
  private let forwarding: Task<Void, Never>

  /// `handler` is called with each question whose answer counts, and that answer.
  init(
    _ source: @escaping SuggestionPrompt.Source, pause: Duration,
    handler: @escaping @Sendable (String, Result<[String], any Error>) -> Void
  ) {
    self.source = source
    self.pause = pause > .zero ? Debouncer(pause) : nil
    forwarding = Task { [answers = latest.answers] in
      for await case .success(let answer) in answers { handler(answer.question, answer.result) }
    }
  }

  deinit { forwarding.cancel() }

  /// Asks for suggestions for `text`.
  func ask(_ text: String) {
    let question: @Sendable () -> Void = { [latest, source] in
      latest {
        let result = await Result { try await source(text) }
        return (text, result)
      }
    }
    if let pause { pause(question) } else { question() }
  }

  /// Makes what was asked void.
  func forget() {
    pause?.cancel()
    latest.cancel()
  }
}
