import OpenMarketImages

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
