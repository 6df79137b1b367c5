import OpenMarketImages

/// A picture made of characters: each is the upper half of a cell in one colour, on the colour of the lower half.
///
/// Works in every terminal that has colours.
struct HalfBlocks {
  let colours: ColourDepth

  /// The lines of `image`, two rows of pixels in each, as wide as the image has pixels.
  ///
  /// Each line ends in the terminal's own colours, so that nothing runs out when the rest does not come.
  func lines(_ image: DecodedImage) -> [String] {
    let pixels = OpaquePixels(image)
    return stride(from: 0, to: pixels.height, by: 2).map { row in
      var line = ""
      var displayed: (upper: String, lower: String)?
      for column in 0..<pixels.width {
        let upper = pixels[column, row].code(on: "38", colours)
        // Below the last row there is nothing to colour.
        let lower = row + 1 < pixels.height ? pixels[column, row + 1].code(on: "48", colours) : "49"
        let changed = [upper == displayed?.upper ? nil : upper, lower == displayed?.lower ? nil : lower]
        let codes = changed.compactMap(\.self).joined(separator: ";")
        line += codes.isEmpty ? "▀" : "\u{1B}[\(codes)m▀"
        displayed = (upper, lower)
      }
      return line + "\u{1B}[0m"
    }
  }
}

extension RGB {
  /// The parameters of SGR for this colour of the foreground (38) or the background (48).
  func code(on ground: String, _ depth: ColourDepth) -> String {
    switch depth {
    case .full: "\(ground);2;\(red);\(green);\(blue)"
    case .indexed: "\(ground);5;\(nearestIndex)"
    case .none: ground == "38" ? "39" : "49"
    }
  }

  /// The levels of the cube of 216 colours that xterm's palette has from 16 on.
  private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

  /// The nearest of xterm's fixed colours: 16 to 231 are a cube, 232 to 255 greys from 8 to 238 in steps of 10.
  ///
  /// The first 16 are whatever the user has made of them.
  var nearestIndex: Int {
    func level(_ value: UInt8) -> Int {
      let value = Int(value)
      return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }
    let (red, green, blue) = (level(self.red), level(self.green), level(self.blue))
    let cube = RGB(Self.levels[red], Self.levels[green], Self.levels[blue])
    let mean = (Int(self.red) + Int(self.green) + Int(self.blue)) / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let grey = RGB(8 + 10 * step, 8 + 10 * step, 8 + 10 * step)
    return distance(to: grey) < distance(to: cube) ? 232 + step : 16 + 36 * red + 6 * green + blue
  }
}
