@MainActor final class HelpScreen: BrowserScreen {
  private var scrolled = ScrolledText()

  let title = "Help"
  let status = Line.empty
  let hints = [KeyHint.back]

  private static let text = """
    Everywhere
      Esc, Backspace   the screen before
      /                search
      m                my sales
      o                outbox: pending writes, and questions
      n                sell something
      ?                these keys
      Ctrl-L           draw the screen again
      Ctrl-Z           stop; 'fg' goes on
      q, Ctrl-C        quit
    Lists
      arrows, j, k     choose; also Page Up, Page Down, Home, End
      Enter            open
      g                grid or list
      r                refresh
    A product
      left, right      its photos
      e, s, d          edit, sold or on sale again, delete, if it is yours
    The mouse
      The wheel scrolls, a click chooses, another opens; the keys in the last line can be clicked.

    What you write is safe on this device, and is sent as soon as the server can be reached.
    """

  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf) {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).flatMap {
      line in
      // Wrapping takes the indentation away.
      line.displayWidth > area.columns ? line.wrapped(toWidth: area.columns) : [line]
    }
    scrolled.draw(lines.map { Line(text: $0) }, on: &canvas, in: area)
  }

  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect {
    scrolled.press(key, rows: area.rows) ? .handled : .ignored
  }
}
