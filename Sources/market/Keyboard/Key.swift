/// A key, or keys together, as a terminal in raw mode reports them.
enum Key: Equatable {
  /// One Unicode scalar; several may make up one character.
  case text(String)
  case enter
  case tab
  case up
  case down
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
}
