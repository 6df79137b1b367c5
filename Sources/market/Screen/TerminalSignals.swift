import Dispatch
import Foundation
import Synchronization

/// Catches signals, such as those that concern a program that has changed a terminal.
///
/// Those that are ignored when the program starts stay so: `nohup` wants it, and the shell for `$(…)`, where a stop
/// would never be continued.
final class TerminalSignals {
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The signals that a program that has changed a terminal must handle.
  static let all = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private let sources: [Int32: any DispatchSourceSignal]

  /// Returns when the signals are being caught; `handler` is called on a queue of Dispatch's. One that ends programs ends this one
  /// also while its output is not read, if `endsUnread`.
  init(_ numbers: [Int32] = all, endsUnread: Bool = true, handler: @escaping @Sendable (Int32) -> Void) async
  {
    var sources: [Int32: any DispatchSourceSignal] = [:]
    for number in numbers {
      // Until it is caught it has its usual effect, so that none is lost that comes meanwhile.
      guard Self.reset(number) else { continue }
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        handler(number)
        if endsUnread, Self.ending.contains(number) { UnreadOutput.end(by: number) }
      }
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.activate()
      }
      Self.takeEffect(from: number)
      sources[number] = source
    }
    self.sources = sources
  }

  /// Gives a signal its usual effect; returns false when it is ignored, and stays so.
  @discardableResult static func reset(_ number: Int32) -> Bool {
    let former = signal(number, SIG_DFL)
    guard unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else {
      return true
    }
    _ = signal(number, SIG_IGN)
    return false
  }

  /// Takes its usual effect from a signal that a source watches.
  private static func takeEffect(from number: Int32) {
    #if os(Linux)
      // Dispatch's own handler, which it sets only once in the life of a process.
      handlers.withLock { handlers in
        if var handler = handlers[number] {
          _ = unsafe sigaction(number, &handler, nil)
        } else {
          var handler = sigaction()
          _ = unsafe sigaction(number, nil, &handler)
          handlers[number] = handler
        }
      }
    #else
      _ = signal(number, SIG_IGN)
    #endif
  }

  #if os(Linux)
    private static let handlers = Mutex<[Int32: sigaction]>([:])
  #endif

  func stop() { for source in sources.values { source.cancel() } }

  /// Catches no more, and lets signals have their usual effect again.
  func giveBack() {
    stop()
    for number in sources.keys { _ = signal(number, SIG_DFL) }
  }

  func catches(_ number: Int32) -> Bool { sources[number] != nil }

  /// Ends the process by the signal `number`, so that its parent sees why: shells report 128 + `number`.
  static func endProcess(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    raiseUnblocked(number)
    exit(128 + number)
  }

  /// Sends a signal to this process, which takes it even on one of Dispatch's threads, which block all signals.
  static func raiseUnblocked(_ number: Int32) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    #if canImport(Darwin)
      // Not raise, which fails on Dispatch's threads.
      kill(getpid(), number)
    #else
      raise(number)
    #endif
  }
}

/// A signal by which the process is to end when all is closed.
struct EndedBySignal: Error {
  var number: Int32
}
