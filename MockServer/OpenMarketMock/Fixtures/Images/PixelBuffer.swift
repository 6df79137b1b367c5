/// An opaque picture: three bytes a pixel, red, green, blue, row by row.
struct PixelBuffer: Sendable, Hashable {
  let width: Int
  let height: Int
  var rgb: [UInt8]
}
