import Foundation

/// How a terminal treats what is typed: as it was found, or in a way of our own.
///
/// A background job finds the mode of another program, such as the shell at its prompt, and must not be given that one back.
struct KeyboardMode {
  let descriptor: Int32
  /// The way that was found.
  let found: termios
  private let own: termios

  /// Every byte comes at once and as it is; no key is a signal any more. `nil` without a terminal.
  static func raw(_ descriptor: Int32) -> KeyboardMode? {
    KeyboardMode(descriptor) { unsafe cfmakeraw(&$0) }
  }

  /// Sets the terminal not to show typed characters; Ctrl-C and Ctrl-Z are still signals. `nil` without a
  /// terminal.
  static func silent(_ descriptor: Int32) -> KeyboardMode? {
    KeyboardMode(descriptor) { $0.c_lflag &= ~tcflag_t(ECHO | ICANON) }
  }

  /// Sets the terminal to show only the end of a typed line, which can be edited as always. `nil` without a
  /// terminal.
  static func hidden(_ descriptor: Int32) -> KeyboardMode? {
    KeyboardMode(descriptor) {
      $0.c_lflag &= ~tcflag_t(ECHO)
      $0.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
    }
  }

  private init?(_ descriptor: Int32, change: (inout termios) -> Void) {
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    found = mode
    change(&mode)
    own = mode
  }

  /// Makes it our own.
  ///
  /// Keys pressed before are kept.
  func begin() { set(own) }

  /// Makes it what was found.
  func end() { set(found) }

  private func set(_ mode: termios) {
    var mode = mode
    while unsafe tcsetattr(descriptor, TCSADRAIN, &mode) != 0, errno == EINTR {}
  }
}
