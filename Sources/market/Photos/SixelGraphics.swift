import OpenMarketImages

/// A picture as sixels, six rows of pixels at a time in up to 256 colours (DEC STD 070, chapter 9).
enum SixelGraphics {
  /// The bit of the first of six pixels, and the character for none of them.
  private static let base: UInt8 = 0x3F

  /// Returns the sequences that show `image` at the cursor, cut between the bands of six rows.
  static func pieces(_ image: DecodedImage) -> [String] {
    let picture = QuantizedImage(OpaquePixels(image), maximumColours: 256)
    // The last parameter pair is the size; "1;1" means square pixels.
    var head = "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)"
    for (index, colour) in picture.palette.enumerated() {
      // In percent, as the standard has it.
      let parts = [colour.red, colour.green, colour.blue].map { String((Int($0) * 100 + 127) / 255) }
      head += "#\(index);2;\(parts.joined(separator: ";"))"
    }
    let bands = stride(from: 0, to: picture.height, by: 6).map { band(picture, from: $0) + "-" }
    return [head] + bands + [end]
  }

  /// The sequence that ends a picture, also one of which not all was sent.
  static let end = "\u{1B}\\"

  /// The rows from `top` on: for each colour in them a line of sixels, one over the other.
  private static func band(_ picture: QuantizedImage, from top: Int) -> String {
    var lines: [UInt8: [UInt8]] = [:]
    for row in top..<min(top + 6, picture.height) {
      for column in 0..<picture.width {
        let colour = picture.indexes[row * picture.width + column]
        lines[colour, default: Array(repeating: 0, count: picture.width)][column] |= 1 << UInt8(row - top)
      }
    }
    return lines.sorted { $0.key < $1.key }.map { "#\($0.key)" + runs($0.value) }.joined(separator: "$")
  }

  /// A line of sixels; four and more of the same are counted, and those for nothing at the end left out.
  private static func runs(_ line: [UInt8]) -> String {
    var text: [UInt8] = []
    var rest = line[...]
    while let last = rest.last, last == 0 { rest.removeLast() }
    while let bits = rest.first {
      let count = rest.prefix { $0 == bits }.count
      let character = base + bits
      text += count > 3 ? Array("!\(count)".utf8) + [character] : Array(repeating: character, count: count)
      rest = rest.dropFirst(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
