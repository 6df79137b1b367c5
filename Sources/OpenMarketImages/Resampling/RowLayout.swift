/// How the bytes of the rows that a codec delivers are to be read.
enum RowLayout: Sendable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, and a byte that means nothing.
  case rgbx
  /// Red, green, blue, alpha.
  case rgba
  /// Red, green, blue, alpha, the colours already multiplied by alpha.
  case premultipliedRGBA

  var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
  var hasAlpha: Bool { self == .rgba || self == .premultipliedRGBA }
}
