import Foundation

/// The place of this process among the jobs of a shell.
///
/// Dispatch's threads, on which Swift's tasks run, block the signals by which the system stops a background job that changes or
/// reads a terminal. The change would be made, to the shell's terminal, and the read would fail.
enum JobControl {
  /// Whether the terminal at `descriptor` is this process's, or no job's; a background job's keys go to another.
  static func isInForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == -1 || group == getpgrp()
  }

  /// Stops a background job that is to take a terminal until the shell brings it to the foreground.
  /// - Throws: ``NotInForeground`` when nothing stops it, such as where no shell is there to continue it.
  static func awaitForeground(_ descriptor: Int32) throws {
    // With `bg` it goes on in the background.
    for _ in 1...3 where !isInForeground(descriptor) { TerminalSignals.raiseUnblocked(SIGTTOU) }
    guard isInForeground(descriptor) else { throw NotInForeground() }
  }
}

extension Terminal {
  /// Whether there is a person to ask: the keyboard at standard input, the question at standard error.
  var canAsk: Bool { isatty(STDIN_FILENO) == 1 && showsErrors }

  /// Asks on standard error, so that nothing but results is on standard output.
  /// A line that is no text, such as one in another encoding or with the bytes of an arrow key, is asked for once more.
  /// - Returns: The typed line; `nil` when there is none, as after Ctrl-D.
  /// - Throws: ``NotInForeground``.
  func ask(_ question: String) throws -> String? {
    while true {
      try JobControl.awaitForeground(STDIN_FILENO)
      note(question, terminator: "")
      guard let bytes = Self.typedLine() else {
        // Ctrl-D leaves the cursor behind the question.
        note("")
        return nil
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        note("that is not UTF-8 text; is the terminal set to another encoding?")
        continue
      }
      guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control || $0 == "\t" }) else {
        note("that has control characters, as an arrow key types them")
        continue
      }
      return text
    }
  }

  /// The bytes of the next line of standard input; `nil` at its end. `readLine` would put other characters in the place of what
  /// is no UTF-8.
  private static func typedLine() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line.isEmpty ? nil : line }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
  }

  /// Ends the process as the next write would, when standard output is a pipe that no one reads any more.
  func requireReader() {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&output, 1, 0) == 1, Int32(output.revents) & (POLLERR | POLLHUP) != 0 else { return }
    TerminalSignals.endProcess(by: SIGPIPE)
  }
}

/// The terminal belongs to another job.
struct NotInForeground: Error, CustomStringConvertible {
  let description = "this needs the terminal's foreground"
}
