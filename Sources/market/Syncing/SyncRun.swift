import OpenMarket

/// A synchronization that the user watches and may stop.
struct SyncRun {
  private enum Event: Sendable {
    case progress(SyncProgress)
    case ended((any Error)?)
    case signalled(Int32)
  }

  let sync: CatalogSync
  let store: MarketStore
  let asJSON: Bool
  let terminal: Terminal

  /// Runs to the end, or until a signal.
  /// - Returns: The signal by which the process is to end.
  /// - Throws: What the synchronization failed with, after all has been printed.
  func run() async throws -> Int32? {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    let signals = await TerminalSignals(TerminalSignals.ending) { send.yield(.signalled($0)) }
    defer { signals.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let work = Task { [sync, store] in
      do {
        for try await progress in sync { send.yield(.progress(progress)) }
        // The next process finds the suggestions made.
        try await store.updateSuggestions()
        send.yield(.ended(nil))
      } catch {
        send.yield(.ended(error))
      }
    }
    var bar = ProgressBar("products", on: terminal)
    var report = SyncReport(store: store.folder)
    var signal: Int32?
    for await event in events {
      switch event {
      case .progress(let progress):
        report.progress = progress
        if signal == nil { bar.show(progress) }
      case .signalled(let number):
        // The transaction under way ends, or leaves no trace.
        signal = number
        work.cancel()
      case .ended(let error):
        bar.clear()
        report.time = start.duration(to: clock.now)
        report.error = signal == nil ? error : nil
        try print(report)
        if signal == nil, let error { throw error }
        return signal
      }
    }
    return signal
  }

  private func print(_ report: SyncReport) throws {
    if asJSON {
      try terminal.report([report.text]) { try terminal.printJSON(report.json) }
    } else if report.isFinished {
      try terminal.report([report.text]) { try terminal.print(report.text) }
    } else if report.progress != nil || report.error == nil {
      // No result, but something to tell people; where nothing has happened the error says it all.
      terminal.note("market: " + report.text)
    }
  }
}

extension ProgressBar {
  fileprivate mutating func show(_ progress: SyncProgress) {
    let rest = progress.remaining.map { $0 < .seconds(1) ? "" : "\($0.coarse) left" } ?? ""
    show(progress.doneCount, of: progress.totalCount, note: progress.isFinished ? "making suggestions" : rest)
  }
}
