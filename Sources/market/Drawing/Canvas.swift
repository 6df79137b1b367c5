/// The contents of a terminal's screen: a character and its ink for each cell, pictures over some of them, and the
/// position of the cursor.
struct Canvas {
  struct Cell: Equatable {
    /// A space, or a character as a person counts them, in which nothing moves the cursor.
    var character: Character = " "
    var ink = Ink.plain
    /// 2 for the left half of a wide character, 0 for its right half.
    var width: UInt8 = 1
    /// The picture that covers the cell, and which part of it; 0 for none.
    var cover: UInt64 = 0

    static let blank = Cell()
  }

  struct Placement: Equatable {
    var picture: Picture
    var row: Int
    var column: Int
  }

  let size: ScreenSize
  private(set) var cells: [Cell]
  private(set) var placements: [Placement] = []
  /// `nil` hides the cursor; so does a place that a small screen does not have.
  var cursor: Frame.Position? {
    didSet { cursor = cursor.flatMap { area.contains(row: $0.row, column: $0.column) ? $0 : nil } }
  }

  init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: max(0, size.columns) * max(0, size.rows))
  }

  var area: Area { Area(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  /// Writes `text` from a cell on, cut to `width` columns and the edge of the screen; returns the columns used.
  @discardableResult
  mutating func put(_ text: String, row: Int, column: Int, width: Int = .max, ink: Ink = .plain) -> Int {
    guard 0..<size.rows ~= row, column >= 0 else { return 0 }
    let room = min(width, size.columns - column)
    guard room > 0 else { return 0 }
    let safe = text.printable
    let displayed = safe.utf8.count <= room ? safe : safe.truncated(toWidth: room)
    var place = column
    for character in displayed {
      // A cell is one or two wide. A letter with marks of their own width, of which there may be hundreds, is one character.
      let width = min(2, character.displayWidth)
      // What has no width, such as a mark without a letter before, has no cell.
      guard width > 0 else { continue }
      guard place + width <= column + room else { break }
      set(Cell(character: character, ink: ink, width: UInt8(width)), row: row, column: place)
      place += width
    }
    return place - column
  }

  /// Shows `picture` from a cell on; nothing of one that does not fit.
  mutating func put(_ picture: Picture, row: Int, column: Int) {
    let area = Area(row: row, column: column, rows: picture.rows, columns: picture.columns)
    guard row >= 0, column >= 0, area.bottom <= size.rows, area.right <= size.columns else { return }
    if case .cells(let lines) = picture.content {
      for (offset, line) in lines.enumerated() {
        for (index, cell) in line.enumerated() { set(cell, row: row + offset, column: column + index) }
      }
      return
    }
    placements.append(Placement(picture: picture, row: row, column: column))
    var part: UInt64 = 0
    for row in row..<area.bottom {
      for column in column..<area.right {
        part += 1
        cells[row * size.columns + column] = Cell(cover: UInt64(picture.id) << 32 | part)
      }
    }
  }

  mutating func erase(_ row: Int, _ columns: Range<Int>) {
    for column in columns { cells[row * size.columns + column] = .blank }
  }

  private mutating func set(_ cell: Cell, row: Int, column: Int) {
    let place = row * size.columns + column
    // Half of a wide character is none.
    if cells[place].width == 0, column > 0 { cells[place - 1] = Cell(ink: cells[place - 1].ink) }
    let end = place + Int(cell.width)
    if end < (row + 1) * size.columns, cells[end].width == 0 { cells[end] = Cell(ink: cells[end].ink) }
    cells[place] = cell
    if cell.width == 2 { cells[place + 1] = Cell(character: " ", ink: cell.ink, width: 0) }
  }
}

struct Area: Equatable {
  var row: Int
  var column: Int
  var rows: Int
  var columns: Int

  var bottom: Int { row + rows }
  var right: Int { column + columns }

  func contains(row: Int, column: Int) -> Bool {
    self.row..<max(bottom, self.row) ~= row && self.column..<max(right, self.column) ~= column
  }
}
