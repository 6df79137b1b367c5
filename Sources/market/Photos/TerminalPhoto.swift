import Foundation
import OpenMarketImages

/// Shows photos in the terminal at standard output, in the best way that it has.
struct TerminalPhoto {
  /// No photo takes more cells, so that the text above stays in sight on a usual screen.
  private static let largest = ScreenSize(columns: 64, rows: 20)

  private let mode: GraphicsMode
  private let cell: CellSize
  private let screen: ScreenSize

  /// Finds out what the terminal can show; `nil` when no pictures are to be displayed.
  static func open(_ option: GraphicsOption, on terminal: Terminal) async -> TerminalPhoto? {
    guard let graphics = await TerminalGraphics.find(option, on: terminal) else { return nil }
    return TerminalPhoto(mode: graphics.mode, cell: graphics.cell, screen: ScreenSize(of: STDOUT_FILENO))
  }

  /// The size at which a photo is to be loaded.
  var target: ImageTarget {
    let columns = max(1, min(screen.columns - 1, Self.largest.columns))
    // The prompt and the line above are to stay on the screen.
    let rows = max(1, min(screen.rows - 3, Self.largest.rows))
    return switch mode {
    case .blocks: .pixels(columns, by: 2 * rows)
    case .kitty, .sixel: .pixels(columns * cell.width, by: rows * cell.height)
    }
  }

  /// Draws `image` where the cursor is, and moves the cursor below it.
  func draw(_ image: DecodedImage, on terminal: Terminal) async throws {
    let drawing: TerminalDrawing
    switch mode {
    case .blocks(let colours):
      drawing = TerminalDrawing(
        pieces: HalfBlocks(colours: colours).lines(image).map { $0 + "\n" }, abort: "")
    case .kitty:
      let columns = max(1, (image.width + cell.width - 1) / cell.width)
      let pieces = KittyGraphics.pieces(png: try image.encoded(as: .png), columns: columns)
      drawing = TerminalDrawing(pieces: pieces + ["\n"], abort: KittyGraphics.abort)
    case .sixel:
      drawing = TerminalDrawing(pieces: SixelGraphics.pieces(image) + ["\n"], abort: SixelGraphics.end)
    }
    try await drawing.write(on: terminal)
  }
}
