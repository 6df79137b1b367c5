import Foundation

/// The terminals or files behind the standard streams, and writing to them.
struct Terminal {
  /// Standard output shows to a person.
  let isInteractive: Bool
  /// Standard error shows to a person.
  let showsProgress: Bool
  /// Columns of the terminal at standard output; `nil` when it is none, so that nothing is cut in a pipe.
  let width: Int?
  /// Colour for standard output, unless `NO_COLOR` is set (see no-color.org) or the terminal has none.
  let style: Style
  /// Colour for standard error.
  let errorStyle: Style

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    isInteractive = isatty(1) == 1
    showsProgress = isatty(2) == 1
    let allowsColour = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    style = Style(isEnabled: allowsColour && isInteractive)
    errorStyle = Style(isEnabled: allowsColour && showsProgress)
    width = isInteractive ? ScreenSize(of: 1).columns : nil
  }

  /// Writes a line to standard output.
  func print(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Writes lines to standard output in one go.
  func print(_ lines: [String]) throws {
    if !lines.isEmpty { try print(lines.joined(separator: "\n")) }
  }

  /// Writes text to standard error; text that cannot be written is dropped.
  func note(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
