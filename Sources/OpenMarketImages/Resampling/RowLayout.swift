/// How the bytes of the rows that a codec delivers are to be read.
enum RowLayout: Sendable {
  /// Brightness only.
  case grey
  /// Three planes, one after the other: brightness, blue difference, red difference (ITU-R BT.601, full range).
  case yCbCrPlanes
  /// The same as WebP files and videos have it: from 16 to 235 and 16 to 240.
  case videoYCbCrPlanes
  case rgb
  case rgba
  /// Red, green, blue, alpha, the colours already multiplied by alpha.
  case premultipliedRGBA

  /// The bytes of a pixel in one row.
  var bytesPerPixel: Int {
    switch self {
    case .grey, .yCbCrPlanes, .videoYCbCrPlanes: 1
    case .rgb: 3
    case .rgba, .premultipliedRGBA: 4
    }
  }
  var hasAlpha: Bool { self == .rgba || self == .premultipliedRGBA }
}
