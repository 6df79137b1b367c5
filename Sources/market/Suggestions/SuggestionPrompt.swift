import Foundation

/// Search as you type: lets the user type in a terminal, and choose from suggestions.
struct SuggestionPrompt {
  private enum Event: Sendable {
    case typed([UInt8])
    /// Nothing has followed, it seems.
    case quiet(isPasting: Bool)
    case responded(SuggestionLoader.Response)
    case signalled(Int32)
  }

  let keyboard: KeyboardMode
  let style: Style
  let source: SuggestionSource

  /// Runs until something is chosen; `nil` when the user leaves without.
  ///
  /// The screen is drawn on standard error, so that what is chosen can go from standard output to a pipe.
  func run(startingWith text: String) async -> String? {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    let signals = await TerminalSignals { send.yield(.signalled($0)) }
    let session = TerminalSession(output: .standardError, style: style, keyboard: keyboard)
    let reader = KeyboardReader(STDIN_FILENO) { send.yield(.typed($0)) }
    defer {
      reader.stop()
      signals.stop()
      session.end()
    }
    let loader = SuggestionLoader(source) { send.yield(.responded($0)) }
    let silence = KeySilence()
    var (decoder, field) = (KeyDecoder(), SuggestionField(text: text))
    if !text.isEmpty { loader.load(text) }
    session.draw(field.frame(in: session.size))
    for await event in events {
      var keys: [Key] = []
      switch event {
      case .typed([]): return nil
      case .typed(let bytes):
        keys = decoder.take(bytes)
        silence.await(decoder) { send.yield(.quiet(isPasting: $0)) }
      case .quiet(let isPasting): if isPasting == decoder.isPasting { keys = decoder.quiet() }
      case .responded(let response): field.show(response.result, for: response.text, isLast: response.isLast)
      case .signalled(let number):
        if case .end(let number) = session.react(to: number) {
          session.end()
          TerminalSignals.endProcess(by: number)
        }
      }
      for key in keys {
        switch field.press(key) {
        case .ask(let text): loader.load(text)
        case .forget: loader.cancel()
        case .finish(let choice): return choice
        case .leave: return nil
        case .suspend: if signals.catches(SIGTSTP) { session.suspend() }
        case nil: break
        }
      }
      session.draw(field.frame(in: session.size))
    }
    return nil
  }
}
