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
  /// - Returns: The typed line; `nil` when there is none, as after Ctrl-D.
  /// - Throws: ``NotInForeground``.
  func ask(_ question: String) throws -> String? {
    try JobControl.awaitForeground(STDIN_FILENO)
    note(question, terminator: "")
    return readLine()
  }
}

/// The terminal belongs to another job.
struct NotInForeground: Error, CustomStringConvertible {
  let description = "this needs the terminal's foreground"
}
