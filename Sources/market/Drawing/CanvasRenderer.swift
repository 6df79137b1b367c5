/// Turns one screen into the next with few bytes: only cells that differ are sent.
struct CanvasRenderer {
  private let depth: ColourDepth
  /// The screen of the terminal; `nil` when unknown.
  private var displayed: Canvas?
  private var pictures: PictureRenderer
  private var isCursorVisible = false

  private var output: [UInt8] = []
  /// Where the terminal's cursor is; `nil` when unknown.
  private var position: (row: Int, column: Int)?
  private var ink = Ink.plain

  init(depth: ColourDepth) {
    self.depth = depth
    pictures = PictureRenderer()
  }

  /// The terminal shows something else by now: the next screen is sent as a whole.
  mutating func forgetScreen() {
    displayed = nil
    isCursorVisible = false
    pictures = PictureRenderer()
  }

  /// Returns the bytes that turn the screen into `canvas`; none when it shows that already.
  mutating func bytes(for canvas: Canvas) -> [UInt8] {
    output = []
    var old = beginning(canvas.size)
    // Pictures that go make room for text first.
    append(pictures.removal(from: old, to: canvas))
    for row in 0..<canvas.size.rows where old.isUncertain(beside: canvas, row: row) {
      eraseText(row, of: &old, for: canvas)
    }
    for row in 0..<canvas.size.rows { writeRow(row, from: old, to: canvas) }
    setInk(.plain)
    for (placement, sequence) in pictures.additions(from: old, to: canvas) {
      move(toRow: placement.row, column: placement.column)
      append(sequence)
      position = nil
    }
    showCursor(canvas.cursor)
    displayed = canvas
    guard !output.isEmpty else { return [] }
    // Between the two the terminal shows the old screen, if it knows synchronized output (mode 2026).
    return Array("\u{1B}[?2026h".utf8) + output + Array("\u{1B}[?2026l".utf8)
  }

  /// The screen of the terminal, which is blank when the size is another.
  private mutating func beginning(_ size: ScreenSize) -> Canvas {
    position = nil
    ink = .plain
    if let displayed, displayed.size == size { return displayed }
    if let displayed { append(pictures.removal(from: displayed, to: Canvas(size))) }
    append("\u{1B}[0m\u{1B}[2J")
    return Canvas(size)
  }

  /// Erases a row but for the pictures of the new screen: where a terminal takes a character for wider or narrower than we do,
  /// it displays what we do not know.
  private mutating func eraseText(_ row: Int, of old: inout Canvas, for new: Canvas) {
    let columns = new.size.columns
    var start = 0
    while start < columns {
      let end = (start..<columns).first { new[row, $0].cover != 0 } ?? columns
      if start < end {
        move(toRow: row, column: start)
        append(end == columns ? "\u{1B}[K" : "\u{1B}[\(end - start)X")
        old.erase(row, start..<end)
      }
      start = end + 1
    }
  }

  private mutating func writeRow(_ row: Int, from old: Canvas, to new: Canvas) {
    let columns = new.size.columns
    let start = row * columns
    var column = 0
    var end: Int?
    while column < columns {
      let cell = new.cells[start + column]
      guard cell != old.cells[start + column] else {
        column += 1
        continue
      }
      let textEnd = end ?? Self.textEnd(new.cells[start..<start + columns])
      end = textEnd
      if column >= textEnd, columns - column > 3 {
        move(toRow: row, column: column)
        setInk(.plain)
        return append("\u{1B}[K")
      }
      if cell.width > 0 {
        move(toRow: row, column: column, within: new)
        write(cell)
      }
      column += max(1, Int(cell.width))
    }
  }

  /// The number of cells before the blank ones at the end of a row.
  private static func textEnd(_ row: ArraySlice<Canvas.Cell>) -> Int {
    (row.lastIndex { $0 != .blank }.map { $0 + 1 } ?? row.startIndex) - row.startIndex
  }

  private mutating func write(_ cell: Canvas.Cell) {
    setInk(cell.ink)
    append(cell.character)
    guard cell.character.hasCertainWidth, let place = position else {
      position = nil
      return
    }
    position = (place.row, place.column + Int(cell.width))
  }

  private mutating func setInk(_ wanted: Ink) {
    guard wanted != ink else { return }
    let codes = wanted.codes(from: ink, depth: depth)
    if !codes.isEmpty { append("\u{1B}[\(codes)m") }
    ink = wanted
  }

  /// Moves the cursor, over cells of `canvas` that need no change where writing them again is shorter.
  private mutating func move(toRow row: Int, column: Int, within canvas: Canvas? = nil) {
    defer { position = (row, column) }
    guard let (oldRow, oldColumn) = position else { return append("\u{1B}[\(row + 1);\(column + 1)H") }
    if oldRow == row, oldColumn == column { return }
    if oldRow == row, oldColumn < column {
      let gap = column - oldColumn
      if gap <= 4, let canvas {
        let between = canvas.cells[row * canvas.size.columns..<(row + 1) * canvas.size.columns]
          .dropFirst(oldColumn).prefix(gap)
        if between.allSatisfy({ $0.ink == ink && $0.character.isASCII && $0.width == 1 && $0.cover == 0 }) {
          for cell in between { append(cell.character) }
          return
        }
      }
      return append(gap == 1 ? "\u{1B}[C" : "\u{1B}[\(gap)C")
    }
    if oldRow + 1 == row, column == 0 { return append("\r\n") }
    append("\u{1B}[\(row + 1);\(column + 1)H")
  }

  private mutating func showCursor(_ cursor: Frame.Position?) {
    let isDrawn = !output.isEmpty
    // It would be seen jumping about where text is written.
    if isDrawn, isCursorVisible { output = Array("\u{1B}[?25l".utf8) + output }
    if let cursor {
      if !isCursorVisible || isDrawn || displayed?.cursor != cursor {
        position = nil
        move(toRow: cursor.row, column: cursor.column)
      }
      if !isCursorVisible || isDrawn { append("\u{1B}[?25h") }
    } else if isCursorVisible, !isDrawn {
      append("\u{1B}[?25l")
    }
    isCursorVisible = cursor != nil
  }

  private mutating func append(_ text: String) { output += text.utf8 }

  private mutating func append(_ character: Character) { output += character.utf8 }
}

extension Canvas {
  /// Whether a row becomes another, and the one or the other has a character that a terminal may take for wider or narrower.
  fileprivate func isUncertain(beside other: Canvas, row: Int) -> Bool {
    let places = row * size.columns..<(row + 1) * size.columns
    let (cells, others) = (cells[places], other.cells[places])
    return cells != others && (cells + others).contains { !$0.character.hasCertainWidth }
  }
}

extension Character {
  /// Whether all terminals agree about the columns that it takes.
  ///
  /// They do not about emoji, marks, and much that East Asian fonts have wide.
  fileprivate var hasCertainWidth: Bool {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
    return switch scalar.value {
    case 0x20..<0x7F, 0x2580...0x259F, 0x25B8, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
