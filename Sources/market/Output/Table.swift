/// Rows with columns that line up, whatever the width of their characters.
///
/// Printed in portions, so that an endless list needs no memory: a column keeps the width it has once needed.
struct Table {
  struct Column {
    var title: String
    /// Numbers stand at the right.
    var alignsRight = false
    /// May be cut when the table is wider than the terminal.
    var shrinks = false
    /// The order in which columns are left out of a table that does not fit otherwise; `nil` for one that stays.
    var dropOrder: Int?
  }

  struct Cell {
    /// Its text in parts, of which every second one, from the second on, stands out.
    private let parts: [String]

    init(_ text: String) { parts = [text.printable] }

    /// Makes the parts of `text` that `matches`, from left to right, name stand out.
    init(_ text: String, matches: [Range<String.Index>]) {
      var parts: [String] = []
      var place = text.startIndex
      for match in matches where match.lowerBound >= place {
        parts += [String(text[place..<match.lowerBound]).printable, String(text[match]).printable]
        place = match.upperBound
      }
      self.parts = parts + [String(text[place...]).printable]
    }

    var displayWidth: Int { parts.reduce(0) { $0 + $1.displayWidth } }

    /// The text, cut to at most `columns` unless that is `nil`.
    func text(toWidth columns: Int? = nil, style: Style = .plain) -> String {
      guard let columns, displayWidth > columns else {
        return parts.enumerated().map { style.apply(Self.ink($0), $1) }.joined()
      }
      var (text, left) = ("", columns)
      for (index, part) in parts.enumerated() where left > 0 {
        // The text is too long: the part that does not leave room for more is the last, with an ellipsis.
        let isLast = part.displayWidth >= left
        let cut = isLast ? (part + "…").truncated(toWidth: left) : part
        text += style.apply(Self.ink(index), cut)
        left -= isLast ? left : part.displayWidth
      }
      return text
    }

    private static func ink(_ part: Int) -> Ink { part.isMultiple(of: 2) ? .plain : .bold }
  }

  private let columns: [Column]
  private let style: Style
  private let maximumWidth: Int?
  private var widths: [Int]
  /// The columns that are not left out; fixed by the header.
  private var visible: [Int]
  private var hasHeader = false

  /// Makes a table without rows.
  ///
  /// `maximumWidth` is in terminal columns: the shrinking columns give way until the table fits, each keeping
  /// at least eight; then columns are left out, in their order; then those that shrink keep one. `nil` cuts nothing.
  init(_ columns: [Column], maximumWidth: Int?, style: Style) {
    self.columns = columns
    self.maximumWidth = maximumWidth
    self.style = style
    widths = columns.map(\.title.displayWidth)
    visible = Array(columns.indices)
  }

  /// The lines for `rows`, below the header the first time.
  mutating func lines(for rows: [[String]]) -> [String] {
    lines(for: rows.map { $0.map { Cell($0) } })
  }

  mutating func lines(for rows: [[Cell]]) -> [String] {
    for column in columns.indices {
      widths[column] = max(widths[column], rows.map { $0[column].displayWidth }.max() ?? 0)
    }
    fit()
    let header = hasHeader ? [] : [style.bold(line(columns.map { Cell($0.title) }, style: .plain))]
    hasHeader = true
    return header + rows.map { line($0, style: style) }
  }

  private mutating func fit() {
    guard let maximumWidth else { return }
    if !hasHeader {
      while width(shrinkingTo: 8) > maximumWidth,
        let next = visible.filter({ columns[$0].dropOrder != nil }).min(by: {
          (columns[$0].dropOrder ?? 0) < (columns[$1].dropOrder ?? 0)
        })
      {
        visible.removeAll { $0 == next }
      }
    }
    var excess = width(shrinkingTo: .max) - maximumWidth
    for least in [8, 1] {
      for column in visible where columns[column].shrinks && excess > 0 {
        let given = min(excess, max(0, widths[column] - least))
        widths[column] -= given
        excess -= given
      }
    }
  }

  /// The width of the table when the columns that shrink have at most `most`.
  private func width(shrinkingTo most: Int) -> Int {
    visible.reduce(2 * (visible.count - 1)) { sum, column in
      sum + (columns[column].shrinks ? min(widths[column], most) : widths[column])
    }
  }

  private func line(_ cells: [Cell], style: Style) -> String {
    visible.map { column in
      let text = cells[column].text(toWidth: maximumWidth == nil ? nil : widths[column], style: style)
      // The padding is that of the text as it shows, which escape sequences do not.
      let displayed = cells[column].text(toWidth: maximumWidth == nil ? nil : widths[column]).displayWidth
      let padding = String(repeating: " ", count: max(0, widths[column] - displayed))
      let isLast = column == visible.last && !columns[column].alignsRight
      return columns[column].alignsRight ? padding + text : isLast ? text : text + padding
    }.joined(separator: "  ")
  }
}

extension Terminal {
  /// Prints a table, as wide as the terminal at the most.
  func print(_ columns: [Table.Column], _ rows: [[String]]) throws {
    var table = Table(columns, maximumWidth: width, style: style)
    try print(table.lines(for: rows))
  }
}
