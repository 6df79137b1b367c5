import Foundation
import OpenMarketImages

/// A picture made ready for a terminal.
struct Picture: Equatable, Sendable {
  enum Content: Sendable {
    case cells([[Canvas.Cell]])
    /// Sent once, and then placed by its number.
    case kitty([String])
    /// Sent each time.
    case sixel([String])
  }

  /// Tells it from others, from 1.
  let id: UInt32
  let rows: Int
  let columns: Int
  let content: Content

  static func == (one: Picture, other: Picture) -> Bool { one.id == other.id }
}

extension TerminalGraphics {
  /// Makes `image` ready for the terminal; takes milliseconds, so not for the main actor.
  func picture(_ image: DecodedImage, id: UInt32) throws -> Picture {
    let columns = (image.width + cell.width - 1) / cell.width
    let rows = (image.height + cell.height - 1) / cell.height
    switch mode {
    case .blocks:
      let lines = HalfBlocks.cells(image)
      return Picture(id: id, rows: lines.count, columns: image.width, content: .cells(lines))
    case .kitty:
      let pieces = KittyGraphics.transmission(png: try image.encoded(as: .png), id: id)
      return Picture(id: id, rows: rows, columns: columns, content: .kitty(pieces))
    case .sixel:
      return Picture(id: id, rows: rows, columns: columns, content: .sixel(SixelGraphics.pieces(image)))
    }
  }
}

extension HalfBlocks {
  /// The cells of `image`, two rows of pixels in each, as wide as the image has pixels.
  static func cells(_ image: DecodedImage) -> [[Canvas.Cell]] {
    let pixels = OpaquePixels(image)
    return stride(from: 0, to: pixels.height, by: 2).map { row in
      (0..<pixels.width).map { column in
        let lower: Ink.Colour = row + 1 < pixels.height ? .rgb(pixels[column, row + 1]) : .standard
        return Canvas.Cell(character: "▀", ink: Ink(foreground: .rgb(pixels[column, row]), background: lower))
      }
    }
  }
}
