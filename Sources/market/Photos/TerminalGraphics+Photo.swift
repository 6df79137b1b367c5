import Foundation
import OpenMarketImages
import Synchronization

/// A photo below text, in the best way that the terminal has.
extension TerminalGraphics {
  /// No photo takes more cells, so that the text above stays in sight on a usual screen.
  private static let largest = ScreenSize(columns: 64, rows: 20)

  var photoTarget: ImageTarget {
    let screen = ScreenSize(of: STDOUT_FILENO)
    // The prompt and the line above are to stay on the screen.
    return target(
      rows: min(screen.rows - 3, Self.largest.rows), columns: min(screen.columns - 1, Self.largest.columns))
  }

  /// Draws `image` where the cursor is, and moves the cursor below it.
  func draw(_ image: DecodedImage, on terminal: Terminal) async throws {
    switch mode {
    case .blocks(let colours):
      let lines = HalfBlocks(colours: colours).lines(image).map { $0 + "\n" }
      try await terminal.write(picture: lines, abort: "")
    case .kitty:
      let columns = max(1, (image.width + cell.width - 1) / cell.width)
      let pieces = KittyGraphics.pieces(png: try image.encoded(as: .png), columns: columns)
      try await terminal.write(picture: pieces + ["\n"], abort: KittyGraphics.abort)
    case .sixel:
      try await terminal.write(picture: SixelGraphics.pieces(image) + ["\n"], abort: SixelGraphics.end)
    }
  }
}

extension Terminal {
  /// Writes the pieces of a picture, which `abort` ends after any of them.
  ///
  /// A signal in the middle would leave the terminal waiting for the rest, so it ends the program between two
  /// pieces, after what ends the picture too.
  fileprivate func write(picture pieces: [String], abort: String) async throws {
    let pending = Mutex<Int32?>(nil)
    let signals = await TerminalSignals(TerminalSignals.ending + [SIGTSTP]) { number in
      guard number != SIGTSTP else { return }
      let isRepeated = pending.withLock { first in
        defer { first = number }
        return first != nil
      }
      if isRepeated { TerminalSignals.endProcess(by: number) }
    }
    defer { signals.giveBack() }
    for piece in pieces {
      try write(Data(piece.utf8))
      if let number = pending.withLock({ $0 }) {
        try? print(abort)
        TerminalSignals.endProcess(by: number)
      }
    }
  }
}
