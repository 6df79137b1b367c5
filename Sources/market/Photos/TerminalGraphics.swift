import Foundation

/// How the terminal at standard output shows pictures.
struct TerminalGraphics {
  let mode: GraphicsMode
  /// The size of a character's cell.
  let cell: CellSize

  /// Finds out what the terminal can show; `nil` when no pictures are to be displayed.
  static func find(
    _ option: GraphicsOption, on terminal: Terminal,
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
      STDOUT_FILENO, patience: TerminalQuery.patience(in: environment))
    let mode: GraphicsMode =
      response?.hasKitty == true ? .kitty : response?.hasSixel == true ? .sixel : .blocks(colours)
    return TerminalGraphics(mode, cell: response?.cell)
  }

  private init(_ mode: GraphicsMode, cell: CellSize? = nil) {
    self.mode = mode
    self.cell = cell ?? CellSize(of: STDOUT_FILENO) ?? .usual
  }
}

extension CellSize {
  /// Reads the cell size that the terminal at `descriptor` has told the system; many tell none.
  init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(
      width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
  }
}
