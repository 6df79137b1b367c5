import Dispatch
import Foundation

/// Catches the signals that concern whoever has changed a terminal.
final class TerminalSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
  private let sources: [any DispatchSourceSignal]

  /// Returns when the signals are being caught; `handler` is called on a queue of Dispatch's.
  init(handler: @escaping @Sendable (Int32) -> Void) async {
    var sources: [any DispatchSourceSignal] = []
    for number in Self.numbers {
      _ = signal(number, SIG_IGN)  // so that it has no other effect; must come before the source
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { handler(number) }
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.activate()
      }
      sources.append(source)
    }
    self.sources = sources
  }

  /// Catches no more.
  func stop() { for source in sources { source.cancel() } }

  /// Ends the process by the signal `number`, so that its parent sees why: shells report 128 + `number`.
  static func endProcess(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    exit(128 + number)
  }
}
