/// Rows with columns that line up, whatever the width of their characters.
///
/// Printed in portions, so that an endless list needs no memory: a column keeps the width it has once needed.
struct Table {
  /// One column.
  struct Column {
    var title: String
    /// Numbers stand at the right.
    var alignsRight = false
    /// May be cut when the table is wider than the terminal.
    var shrinks = false
  }

  private let columns: [Column]
  private let style: Style
  private let maximumWidth: Int?
  private var widths: [Int]
  private var hasHeader = false

  /// Makes a table without rows.
  ///
  /// `maximumWidth` is in terminal columns: the shrinking columns give way until the table fits, each keeping
  /// at least eight. `nil` cuts nothing.
  init(_ columns: [Column], maximumWidth: Int?, style: Style) {
    self.columns = columns
    self.maximumWidth = maximumWidth
    self.style = style
    widths = columns.map(\.title.displayWidth)
  }

  /// The lines for `rows`, below the header the first time.
  mutating func lines(for rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.printable) }
    for column in columns.indices {
      widths[column] = max(widths[column], rows.map { $0[column].displayWidth }.max() ?? 0)
    }
    fit()
    let header = hasHeader ? [] : [style.bold(line(columns.map(\.title)))]
    hasHeader = true
    return header + rows.map(line)
  }

  private mutating func fit() {
    guard let maximumWidth else { return }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - maximumWidth
    for column in columns.indices where columns[column].shrinks && excess > 0 {
      let given = min(excess, max(0, widths[column] - 8))
      widths[column] -= given
      excess -= given
    }
  }

  private func line(_ cells: [String]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let cell = maximumWidth == nil ? cell : cell.truncated(toWidth: widths[column])
      if column > 0 { line += "  " }
      let isLast = column == columns.count - 1 && !columns[column].alignsRight
      line += isLast ? cell : cell.padded(toWidth: widths[column], onLeft: columns[column].alignsRight)
    }
    return line
  }
}
