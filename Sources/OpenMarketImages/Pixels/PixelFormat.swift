/// How the bytes of a ``DecodedImage`` are to be read.
///
/// An open set; compare with `==` or in a `switch` with a default.
package struct PixelFormat: Sendable, Hashable {
  /// The stable text of the format.
  package let rawValue: String
  /// Makes a format from its text.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Red, green, blue: three bytes a pixel, for images without transparent parts.
  package static let rgb888 = PixelFormat(rawValue: "rgb888")
  /// Red, green, blue, alpha: four bytes a pixel, the colours already multiplied by alpha.
  package static let rgba8888Premultiplied = PixelFormat(rawValue: "rgba8888Premultiplied")

  /// The bytes of one pixel.
  package var bytesPerPixel: Int { self == .rgb888 ? 3 : 4 }
}
