/// How the bytes of a ``DecodedImage`` are to be read.
package enum PixelFormat: String, Sendable {
  /// Red, green, blue: three bytes a pixel, for images without transparent parts.
  case rgb888
  /// Red, green, blue, alpha: four bytes a pixel, the colours already multiplied by alpha.
  case rgba8888Premultiplied

  package var bytesPerPixel: Int { self == .rgb888 ? 3 : 4 }
}
