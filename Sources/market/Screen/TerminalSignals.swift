import Dispatch
import Foundation

/// Catches signals, such as those that concern whoever has changed a terminal.
///
/// Those that are ignored when the program starts stay so: `nohup` wants it, and the shell for `$(…)`, where a stop
/// would leave nobody to go on.
final class TerminalSignals {
  /// Those that end a program.
  static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// Those that whoever has changed a terminal must know of.
  static let all = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private let sources: [Int32: any DispatchSourceSignal]

  /// Returns when the signals are being caught; `handler` is called on a queue of Dispatch's.
  init(_ numbers: [Int32] = all, handler: @escaping @Sendable (Int32) -> Void) async {
    var sources: [Int32: any DispatchSourceSignal] = [:]
    for number in numbers {
      // So that it has no other effect; must come before the source.
      let former = signal(number, SIG_IGN)
      if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { handler(number) }
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.activate()
      }
      sources[number] = source
    }
    self.sources = sources
  }

  /// Catches no more.
  func stop() { for source in sources.values { source.cancel() } }

  /// Catches no more, and lets signals have their usual effect again.
  func giveBack() {
    stop()
    for number in sources.keys { _ = signal(number, SIG_DFL) }
  }

  /// Whether `number` is among those caught.
  func catches(_ number: Int32) -> Bool { sources[number] != nil }

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

/// A signal by which the process is to end when all is closed.
struct EndedBySignal: Error {
  var number: Int32
}
