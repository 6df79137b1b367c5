/// A format for writing pixels to a file.
public enum ImageEncoding: Sendable, Hashable {
  /// Lossless, with transparent parts.
  case png
  /// With a quality from 1 to 100; 85 is usual. Transparent parts become white.
  case jpeg(quality: Int = 85)
  /// The plainest format, without compression (Netpbm `P6`). Transparent parts become white.
  case ppm

  /// The encoding for a file name's extension: `png`, `jpg`, `jpeg` or `ppm`.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg()
    case "ppm": self = .ppm
    default: return nil
    }
  }
}
