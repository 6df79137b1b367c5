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
