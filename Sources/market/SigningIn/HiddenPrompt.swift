import Dispatch
import Foundation
import Synchronization

/// Asks for a secret at the terminal, which does not show what is typed.
///
/// The terminal gets its old ways back at the end, on signals and while the process is stopped.
final class HiddenPrompt: Sendable {
  private let terminal = Terminal()
  /// The terminal, while it may be taken. Signals come on threads of their own: it is given back for good under the lock, and
  /// not taken after that.
  private let keyboard = Mutex<KeyboardMode?>(nil)

  /// `nil` without a terminal at standard input.
  init?() {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
  }

  /// Asks `question`, and returns the bytes of the line that is typed; `nil` when there is none, as after Ctrl-D.
  /// - Throws: ``NotInForeground``.
  func ask(_ question: String) async throws -> Data? {
    try JobControl.awaitForeground(STDIN_FILENO)
    keyboard.withLock { $0 = .hidden(STDIN_FILENO) }
    let signals = await TerminalSignals { [self] in react(to: $0, question) }
    keyboard.withLock { show(question, on: $0) }
    let line = await Self.line()
    keyboard.withLock { keyboard in
      keyboard?.end()
      keyboard = nil
    }
    signals.stop()
    // Ctrl-D leaves the cursor behind the question.
    if line == nil { terminal.note("") }
    return line
  }

  private func show(_ question: String, on keyboard: KeyboardMode?) {
    keyboard?.begin()
    terminal.note(question, terminator: "")
  }

  private func react(to signal: Int32, _ question: String) {
    keyboard.withLock { keyboard in
      switch signal {
      case SIGWINCH: break
      case SIGTSTP: stop(keyboard)
      case SIGCONT where keyboard == nil: break
      case SIGCONT where JobControl.isInForeground(STDIN_FILENO): show(question, on: keyboard)
      case SIGCONT: stop(keyboard)
      default:
        keyboard?.end()
        terminal.note("")
        TerminalSignals.endProcess(by: signal)
      }
    }
  }

  /// Gives the terminal back until the process goes on.
  private func stop(_ keyboard: KeyboardMode?) {
    keyboard?.end()
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
