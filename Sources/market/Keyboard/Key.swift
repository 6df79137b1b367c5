/// A key, or keys together, as a terminal in raw mode reports them; and what else it sends like keys.
enum Key: Equatable {
  /// One Unicode scalar; several may make up one character.
  case text(String)
  case enter, tab
  /// Shift with the tabulator.
  case backTab
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// The character after the cursor.
  case delete
  case backspace
  /// Ctrl-W.
  case deleteWord
  /// Ctrl-U.
  case deleteAll
  case escape
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
  /// A text that was pasted, where the terminal tells it from typing (bracketed paste); it may have several lines.
  case paste(String)
  /// The mouse, at a cell counted from 0, where the terminal was asked to tell (SGR 1006).
  case mouse(Mouse, row: Int, column: Int)

  enum Mouse: Equatable {
    case press, wheelUp, wheelDown
  }
}
