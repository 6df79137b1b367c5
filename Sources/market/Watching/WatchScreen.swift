import Foundation

/// A watch for a person: a table that is drawn again and again in the same place.
struct WatchScreen {
  let terminal: Terminal
  var view: WatchView

  /// Shows what `rounds` bring until they end or a signal comes; the last picture stays in the terminal.
  consuming func run(_ rounds: WatchRounds) async throws {
    let work = await InterruptibleWork<WatchRounds.Round>(catching: TerminalSignals.all) { send in
      try await rounds.run(send)
    }
    let session = TerminalSession(
      output: .standardOutput, style: terminal.style, keyboard: .silent(STDIN_FILENO))
    defer {
      work.stop()
      session.end()
    }
    session.draw(view.frame(columns: session.size.columns))
    for await event in work.events {
      switch event {
      case .value(let round): view.take(round, at: Date().clockTime)
      case .ended(let error):
        try leave(session)
        if let error { throw error }
        return
      case .signalled(let number):
        if case .end(let number) = session.react(to: number) {
          try? leave(session)
          TerminalSignals.endProcess(by: number)
        }
      }
      session.draw(view.frame(columns: session.size.columns))
      if session.isLost { throw EndedBySignal(number: SIGHUP) }
    }
  }

  private func leave(_ session: TerminalSession) throws {
    session.end()
    let columns = session.size.columns
    try terminal.print(
      view.frame(columns: columns).lines.map {
        terminal.style.apply($0.ink, $0.text.truncated(toWidth: columns - 1))
      })
  }
}
