/// Lines of text that are scrolled through with keys and the wheel.
struct ScrolledText {
  private var firstLine = 0

  /// Takes a key that scrolls, where the screen has `rows` lines; `false` for others.
  mutating func press(_ key: Key, rows: Int) -> Bool {
    switch key {
    case .up, .text("k"), .mouse(.wheelUp, _, _): firstLine -= 1
    case .down, .text("j"), .mouse(.wheelDown, _, _): firstLine += 1
    case .pageUp: firstLine -= max(1, rows - 1)
    case .pageDown, .text(" "): firstLine += max(1, rows - 1)
    case .home: firstLine = 0
    default: return false
    }
    return true
  }

  /// Writes `lines` from the top of `area` down, as far as it goes.
  mutating func draw(_ lines: [Line], on canvas: inout Canvas, in area: Area) {
    firstLine = max(0, min(firstLine, lines.count - area.rows))
    for (offset, line) in lines.dropFirst(firstLine).prefix(max(0, area.rows)).enumerated() {
      canvas.put(line.text, row: area.row + offset, column: area.column, width: area.columns, ink: line.ink)
    }
  }
}
