import OpenMarketPacing

/// The questions of somebody who types: asked once the typing pauses, and only the newest answers count.
final class Questions: Sendable {
  private typealias Answer = (question: String, result: Result<[String], any Error>)

  private let pause = Debouncer(.milliseconds(200))
  private let latest = LatestOnly<Answer>()
  private let source: SuggestionPrompt.Source
  private let forwarding: Task<Void, Never>

  /// `handler` is called with each question whose answer counts, and that answer.
  init(
    _ source: @escaping SuggestionPrompt.Source,
    handler: @escaping @Sendable (String, Result<[String], any Error>) -> Void
  ) {
    self.source = source
    forwarding = Task { [answers = latest.answers] in
      for await case .success(let answer) in answers { handler(answer.question, answer.result) }
    }
  }

  deinit { forwarding.cancel() }

  /// Asks for suggestions for `text`.
  func ask(_ text: String) {
    pause { [latest, source] in
      latest {
        do {
          return (text, .success(try await source(text)))
        } catch {
          return (text, .failure(error))
        }
      }
    }
  }

  /// Makes what was asked void.
  func forget() {
    pause.cancel()
    latest.cancel()
  }
}
