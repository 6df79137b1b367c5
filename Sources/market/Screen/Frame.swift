/// The contents of a whole screen: lines from the top down, and the position of the cursor.
struct Frame: Equatable {
  /// A place on the screen, counted from 0.
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  var lines: [Line]
  /// `nil` hides the cursor.
  var cursor: Position?

  /// Returns the sequence that shows this in a terminal of `size` instead of its present contents.
  ///
  /// Lines are overwritten rather than erased first, so that nothing flickers, and stay clear of the last column,
  /// where terminals differ about when a line wraps.
  func drawing(in size: ScreenSize, style: Style) -> String {
    let displayed = lines.prefix(size.rows).map { line in
      style.apply(line.ink, line.text.truncated(toWidth: size.columns - 1)) + "\u{1B}[K"
    }
    let text = "\u{1B}[?25l\u{1B}[H" + displayed.joined(separator: "\r\n") + "\u{1B}[J"
    guard let cursor, cursor.row < size.rows else { return text }
    return text + "\u{1B}[\(cursor.row + 1);\(min(cursor.column, size.columns - 1) + 1)H\u{1B}[?25h"
  }
}

struct Line: Equatable {
  var text: String
  var ink = Ink.plain

  static let empty = Line(text: "")
}
