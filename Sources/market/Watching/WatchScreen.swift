import Foundation

/// A watch for a person: a table that is drawn again and again in the same place.
struct WatchScreen {
  private enum Event: Sendable {
    case round(WatchRounds.Round)
    case ended((any Error)?)
    case signalled(Int32)
  }

  let terminal: Terminal
  var view: WatchView

  /// Shows what `rounds` bring until they end or a signal comes; the last picture stays in the terminal.
  consuming func run(
    _ rounds: some AsyncSequence<WatchRounds.Round, any Error> & Sendable & SendableMetatype
  ) async throws {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    let signals = await TerminalSignals { send.yield(.signalled($0)) }
    let session = TerminalSession(
      output: .standardOutput, style: terminal.style, keyboard: .silent(STDIN_FILENO))
    let looking = Task {
      do {
        for try await round in rounds { send.yield(.round(round)) }
        send.yield(.ended(nil))
      } catch {
        send.yield(.ended(error))
      }
    }
    defer {
      looking.cancel()
      signals.stop()
      session.end()
    }
    session.draw(view.frame(columns: session.size.columns))
    for await event in events {
      switch event {
      case .round(let round): view.take(round, at: Date().clockTime)
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
