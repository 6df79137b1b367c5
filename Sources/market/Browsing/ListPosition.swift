/// Which item of a list or grid is chosen, and which line of items is the first on the screen.
struct ListPosition: Equatable {
  /// The chosen item; 0 in an empty list.
  private(set) var selection = 0
  private(set) var firstLine = 0

  struct Shape: Equatable {
    var count: Int
    /// How many of them stand side by side.
    var columns = 1
    /// How many whole lines of them the screen has.
    var lines: Int

    fileprivate var lineCount: Int { (count + columns - 1) / columns }
    /// How many lines one turn of a wheel moves.
    fileprivate var wheelStep: Int { max(1, min(3, lines / 2)) }
  }

  func visible(_ shape: Shape) -> Range<Int> {
    let first = min(firstLine * shape.columns, shape.count)
    return first..<min(first + shape.lines * shape.columns, shape.count)
  }

  /// Takes a key that moves; `false` for others.
  mutating func press(_ key: Key, in shape: Shape) -> Bool {
    switch key {
    case .up, .text("k"): select(selection - shape.columns, in: shape, keepsColumn: true)
    case .down, .text("j"): select(selection + shape.columns, in: shape, keepsColumn: true)
    case .left where shape.columns > 1: select(selection - 1, in: shape)
    case .right where shape.columns > 1: select(selection + 1, in: shape)
    case .pageUp: select(selection - shape.columns * shape.lines, in: shape)
    case .pageDown, .text(" "): select(selection + shape.columns * shape.lines, in: shape)
    case .home: select(0, in: shape)
    case .end: select(shape.count - 1, in: shape)
    case .mouse(.wheelUp, _, _): scroll(-shape.wheelStep, in: shape)
    case .mouse(.wheelDown, _, _): scroll(shape.wheelStep, in: shape)
    default: return false
    }
    return true
  }

  /// Chooses an item, or the nearest that there is, and brings it onto the screen.
  mutating func select(_ item: Int, in shape: Shape, keepsColumn: Bool = false) {
    // Up from the first line and down from the last stay.
    if keepsColumn, item < 0 || item >= shape.count, shape.columns > 1 { return settle(in: shape) }
    selection = item
    settle(in: shape)
  }

  /// Fits into a list or a screen that has changed.
  mutating func settle(in shape: Shape) {
    selection = max(0, min(selection, shape.count - 1))
    let line = selection / shape.columns
    firstLine = max(min(firstLine, line), line - max(1, shape.lines) + 1)
    firstLine = max(0, min(firstLine, shape.lineCount - max(1, shape.lines)))
  }

  /// Moves the screen over the list; the choice stays on it.
  private mutating func scroll(_ step: Int, in shape: Shape) {
    firstLine = max(0, min(firstLine + step, shape.lineCount - max(1, shape.lines)))
    let first = firstLine * shape.columns
    let end = first + max(1, shape.lines) * shape.columns
    while selection < first { selection += shape.columns }
    while selection >= end { selection -= shape.columns }
    settle(in: shape)
  }
}
