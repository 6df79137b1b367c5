import OpenMarket

/// A synchronization that the user watches and may stop.
struct SyncRun {
  private enum Step: Sendable {
    case progress(SyncProgress)
    /// The server wants the next request no sooner.
    case wait(Duration)
  }

  let market: Marketplace
  let sync: CatalogSync
  let asJSON: Bool
  let terminal: Terminal

  /// Runs to the end, or until a signal.
  /// - Throws: What the synchronization failed with, or `EndedBySignal`, after all has been printed.
  func run() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let work = await InterruptibleWork<Step> { [sync, market] send in
      let waits = Task {
        for await event in market.events { if let wait = event.serversWait { send(.wait(wait)) } }
      }
      defer { waits.cancel() }
      for try await progress in sync { send(.progress(progress)) }
      // The next process finds the suggestions made.
      try await market.store.updateSuggestions()
    }
    defer { work.stop() }
    var bar = ProgressBar("products", on: terminal)
    var report = SyncReport(store: market.store.folder)
    var (signal, hasWaited): (Int32?, Bool) = (nil, false)
    for await event in work.events {
      switch event {
      case .value(.wait(let time)):
        guard !hasWaited, signal == nil else { continue }
        hasWaited = true
        bar.clear()
        terminal.note("market: the server is busy: it is asked again in \(time.coarse)")
      case .value(.progress(let progress)):
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
        if let signal { throw EndedBySignal(number: signal) }
        if let error { throw error }
        return
      }
    }
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

extension MarketEvent {
  /// How long a request waits because the server has asked for patience; `nil` for all else, such as a pause after a fault.
  fileprivate var serversWait: Duration? {
    guard kind == .requestRetried, [429, 503].contains(record.status), let wait = record.duration else {
      return nil
    }
    return wait >= .seconds(1) ? wait : nil
  }
}

extension ProgressBar {
  fileprivate mutating func show(_ progress: SyncProgress) {
    let rest = progress.remaining.map { $0 < .seconds(1) ? "" : "\($0.coarse) left" } ?? ""
    show(progress.doneCount, of: progress.totalCount, note: progress.isFinished ? "making suggestions" : rest)
  }
}
