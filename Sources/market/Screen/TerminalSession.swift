import Foundation

/// A terminal lent to one command as a whole screen, and given back as it was.
///
/// The screen is the terminal's second one, so that what stood there before is back afterwards and a change of
/// size leaves no debris. For one task.
final class TerminalSession {
  /// The reaction of the command to a signal.
  enum Reaction: Equatable {
    case nothing
    case redraw
    /// Give the terminal back, then end by this signal.
    case end(signal: Int32)
  }

  private let output: FileHandle
  private let style: Style
  private let keyboard: KeyboardMode?
  private var isActive = false

  /// Takes a terminal: `output` to draw on, `keyboard` for what is typed.
  init(output: FileHandle, style: Style, keyboard: KeyboardMode?) {
    self.output = output
    self.style = style
    self.keyboard = keyboard
    begin()
  }

  /// The present size.
  var size: ScreenSize { ScreenSize(of: output.fileDescriptor) }

  /// Shows `frame`.
  func draw(_ frame: Frame) {
    if isActive { write(frame.drawing(in: size, style: style)) }
  }

  /// Gives the terminal back.
  func end() {
    guard isActive else { return }
    isActive = false
    write("\u{1B}[?25h\u{1B}[?1049l")
    keyboard?.end()
  }

  /// Gives the terminal back and stops the process, as Ctrl-Z does; it goes on with `SIGCONT`.
  func suspend() {
    end()
    // Not SIGTSTP, which would have to get past our own handler.
    kill(getpid(), SIGSTOP)
  }

  /// Does what `signal` asks for, as far as it concerns the terminal.
  func react(to signal: Int32) -> Reaction {
    switch signal {
    case SIGTSTP:
      suspend()
      return .nothing
    case SIGCONT:
      // Continued in the background: the terminal is somebody else's.
      guard keyboard?.isInForeground ?? true else {
        suspend()
        return .nothing
      }
      begin()
      return .redraw
    case SIGWINCH: return .redraw
    default: return .end(signal: signal)
    }
  }

  /// Also after a stop that could not be caught, when the shell has set the terminal its own way.
  private func begin() {
    isActive = true
    keyboard?.begin()
    write("\u{1B}[?1049h")
  }

  /// A terminal that is gone is reported by SIGHUP, not here.
  private func write(_ text: String) { try? output.write(contentsOf: Data(text.utf8)) }
}
