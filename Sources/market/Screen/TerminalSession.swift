import Foundation

/// A terminal lent to one command as a whole screen, and given back as it was.
///
/// The screen is the terminal's second one, so that what stood there before is back afterwards and a change of
/// size leaves no debris. For one task.
final class TerminalSession {
  enum Reaction: Equatable {
    case nothing
    case redraw
    /// Give the terminal back, then end by this signal.
    case end(signal: Int32)
  }

  private let output: FileHandle
  private let style: Style
  private let keyboard: KeyboardMode?
  private let requests: Requests
  private var isActive = false
  /// Whether the terminal is gone, which no signal tells a process that ignores SIGHUP.
  private(set) var isLost = false

  /// The modes that a terminal is asked for beyond its second screen.
  struct Requests {
    var beginning = ""
    var end = ""

    static let none = Requests()
    /// Lines do not wrap, the cursor is hidden, pasted text and the mouse are reported.
    static let everything = Requests(
      beginning: "\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h",
      end: "\u{1B}[?2026l\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h")
  }

  /// Takes a terminal: `output` to draw on, `keyboard` for what is typed.
  init(output: FileHandle, style: Style, keyboard: KeyboardMode?, requests: Requests = .none) {
    self.output = output
    self.style = style
    self.keyboard = keyboard
    self.requests = requests
    begin()
  }

  var size: ScreenSize { ScreenSize(of: output.fileDescriptor) }

  func draw(_ frame: Frame) {
    if isActive { write(Data(frame.drawing(in: size, style: style).utf8)) }
  }

  func draw(_ bytes: [UInt8]) {
    if isActive { write(Data(bytes)) }
  }

  func end() {
    guard isActive else { return }
    isActive = false
    write(Data(farewell.utf8))
    keyboard?.end()
    TerminalRescue.disarm()
  }

  private var farewell: String { requests.end + "\u{1B}[?25h\u{1B}[?1049l" }

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
      // Continued in the background: the terminal belongs to another process.
      guard JobControl.isInForeground(output.fileDescriptor) else {
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
    if !isActive {
      TerminalRescue.arm(output: output.fileDescriptor, text: farewell, keyboard: keyboard)
    }
    isActive = true
    keyboard?.begin()
    write(Data(("\u{1B}[?1049h" + requests.beginning).utf8))
  }

  private func write(_ bytes: Data) {
    do {
      try output.write(contentsOf: bytes)
    } catch {
      // A write fails for other reasons, too, such as a slow terminal that another program has set not to block.
      var mode = termios()
      isLost = unsafe tcgetattr(output.fileDescriptor, &mode) != 0
    }
  }
}
