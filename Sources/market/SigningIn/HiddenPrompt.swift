import Dispatch
import Foundation
import Synchronization

/// Asks for a secret at the terminal, which does not show what is typed.
///
/// The terminal gets its old ways back at the end, on signals and while the process is stopped.
final class HiddenPrompt: Sendable {
  private let keyboard: KeyboardMode
  private let terminal = Terminal()
  /// Whether the terminal may be taken. Signals come on threads of their own: it is given back for good under the lock, and
  /// not taken after that.
  private let isAsking = Mutex(true)

  /// Takes the terminal at standard input; `nil` when there is none.
  init?() {
    guard let keyboard = KeyboardMode.hidden(STDIN_FILENO) else { return nil }
    self.keyboard = keyboard
  }

  /// Asks `question`, and returns the bytes of the line that is typed; `nil` when there is none, as after Ctrl-D.
  func ask(_ question: String) async -> Data? {
    let signals = await TerminalSignals(TerminalSignals.all + [SIGQUIT]) { [self] in react(to: $0, question) }
    isAsking.withLock { if $0 { show(question) } }
    let line = await Self.line()
    isAsking.withLock { isAsking in
      isAsking = false
      keyboard.end()
    }
    signals.stop()
    return line
  }

  private func show(_ question: String) {
    keyboard.begin()
    terminal.note(question, terminator: "")
  }

  private func react(to signal: Int32, _ question: String) {
    isAsking.withLock { isAsking in
      switch signal {
      case SIGWINCH: break
      case SIGTSTP: stop()
      case SIGCONT where !isAsking: break
      case SIGCONT: if keyboard.isInForeground { show(question) } else { stop() }
      default:
        keyboard.end()
        terminal.note("")
        TerminalSignals.endProcess(by: signal)
      }
    }
  }

  /// Gives the terminal back until the process goes on.
  private func stop() {
    keyboard.end()
    terminal.note("")
    kill(getpid(), SIGSTOP)
  }

  /// Reads without a buffer of Foundation's, on a thread that may be kept.
  private static func line() async -> Data? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var line = Data()
        var byte: UInt8 = 0
        while true {
          let count = unsafe read(STDIN_FILENO, &byte, 1)
          if count < 0, errno == EINTR { continue }
          guard count == 1 else { return continuation.resume(returning: line.isEmpty ? nil : line) }
          if byte == UInt8(ascii: "\n") { return continuation.resume(returning: line) }
          line.append(byte)
        }
      }
    }
  }
}
