import Foundation

/// The terminals or files behind the standard streams, and writing to them.
struct Terminal {
  /// Standard output shows to a person.
  let isInteractive: Bool
  /// Standard error shows to a person.
  let showsErrors: Bool
  /// Terminals can move their cursor and erase, as `TERM` says: not one that is dumb or of no known kind.
  let movesCursor: Bool
  /// Columns of the terminal at standard output; `nil` when it is none, so that nothing is cut in a pipe.
  let width: Int?
  /// Colour for standard output, unless `NO_COLOR` is set (see no-color.org) or the terminal has none.
  let style: Style
  let errorStyle: Style

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    isInteractive = isatty(1) == 1
    showsErrors = isatty(2) == 1
    movesCursor = !["", "dumb"].contains(environment["TERM"] ?? "")
    let allowsColour = ColourDepth(environment: environment) != .none
    style = Style(isEnabled: allowsColour && isInteractive)
    errorStyle = Style(isEnabled: allowsColour && showsErrors)
    width = isInteractive ? ScreenSize(of: 1).columns : nil
  }

  /// Writes bytes to standard output: all that is printed, except for whole screens, comes here.
  ///
  /// - Throws: ``OutputError``.
  func write(_ data: Data) throws {
    var rest = data
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count <= 0 else {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Another program has set the pipe that way.
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&output, 1, -1)
      default: throw OutputError(number: errno)
      }
    }
  }

  func print(_ line: String) throws { try write(Data((line + "\n").utf8)) }

  /// Writes lines to standard output in one go.
  func print(_ lines: [String]) throws {
    if !lines.isEmpty { try print(lines.joined(separator: "\n")) }
  }

  /// Writes text to standard error; text that cannot be written is dropped.
  func note(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
