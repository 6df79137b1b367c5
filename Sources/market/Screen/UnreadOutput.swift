import Dispatch
import Foundation

/// Output that is not read, such as a full pipe or a terminal that is stopped: a write to it lasts until it is read, and the
/// task that writes reacts to no signal meanwhile.
enum UnreadOutput {
  /// Ends the process by a signal in a moment, if there is such output all that time.
  static func end(by number: Int32, checks: Int = 2) {
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .milliseconds(400)) {
      let unread = [STDOUT_FILENO, STDERR_FILENO, TerminalRescue.output].filter { !isWritable($0) }
      if unread.isEmpty { return }
      if checks > 1 { return end(by: number, checks: checks - 1) }
      TerminalRescue.restore(unread: unread)
      TerminalSignals.endProcess(by: number)
    }
  }

  /// Whether a write would not wait, or fail at once.
  private static func isWritable(_ descriptor: Int32) -> Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe descriptor < 0 || poll(&file, 1, 0) != 0
  }
}
