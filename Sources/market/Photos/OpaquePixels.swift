import OpenMarketImages

/// A colour of eight bits a channel.
struct RGB: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.init(red: UInt8(clamping: red), green: UInt8(clamping: green), blue: UInt8(clamping: blue))
  }

  /// The square of the distance in the cube of colours.
  func distance(to other: RGB) -> Int {
    let (red, green, blue) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return red * red + green * green + blue * blue
  }
}

/// The pixels of an image, transparent parts over white.
struct OpaquePixels {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  init(_ image: DecodedImage) {
    (width, height) = (image.width, image.height)
    bytes = image.opaqueBytes
  }

  subscript(column: Int, row: Int) -> RGB {
    let start = 3 * (row * width + column)
    return RGB(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }
}
