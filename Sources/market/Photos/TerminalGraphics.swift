import Foundation
import OpenMarketImages

/// How the terminal at standard output shows pictures.
struct TerminalGraphics {
  let mode: GraphicsMode
  let cell: CellSize
  /// The keys that were typed while the terminal was asked.
  let keys: [UInt8]

  /// Finds out what the terminal can show; `nil` when no pictures are to be displayed.
  ///
  /// It is not asked while keys wait that only a caller that `takesKeys` can use.
  static func find(
    _ option: GraphicsOption, on terminal: Terminal, takesKeys: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async -> TerminalGraphics? {
    let colours: ColourDepth
    switch (GraphicsMode.clue(in: environment), option) {
    case (_, .none), (.none, .auto): return nil
    case (_, .kitty): return TerminalGraphics(.kitty)
    case (_, .sixel): return TerminalGraphics(.sixel)
    case (.known(.blocks(let known)), .blocks), (.unknown(let known), .blocks):
      return TerminalGraphics(.blocks(known))
    case (_, .blocks): return TerminalGraphics(.blocks(.full))
    case (.known(let mode), .auto): return terminal.isInteractive ? TerminalGraphics(mode) : nil
    case (.unknown(let known), .auto): colours = known
    }
    guard terminal.isInteractive else { return nil }
    let response = await TerminalQuery.ask(
      STDOUT_FILENO, patience: TerminalQuery.patience(in: environment), takesKeys: takesKeys)
    guard let response, response.isComplete else {
      return TerminalGraphics(.blocks(colours), keys: response?.keys ?? [])
    }
    let mode: GraphicsMode = response.hasKitty ? .kitty : response.hasSixel ? .sixel : .blocks(colours)
    return TerminalGraphics(mode, cell: response.cell, keys: response.keys)
  }

  init(_ mode: GraphicsMode, cell: CellSize? = nil, keys: [UInt8] = []) {
    (self.mode, self.keys) = (mode, keys)
    self.cell = cell ?? CellSize(of: STDOUT_FILENO) ?? .usual
  }

  /// The size at which an image is to be decoded for a box of cells.
  func target(rows: Int, columns: Int) -> ImageTarget {
    let (rows, columns) = (max(1, rows), max(1, columns))
    return switch mode {
    case .blocks: .pixels(columns, by: 2 * rows)
    case .kitty, .sixel: .pixels(columns * cell.width, by: rows * cell.height)
    }
  }
}

extension CellSize {
  /// Reads the cell size that the terminal at `descriptor` has told the system; many tell none.
  init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
  }
}
