/// A file format, named by its media type.
package enum ImageFormat: String, Sendable {
  case jpeg = "image/jpeg"
  /// PNG, animated or not.
  case png = "image/png"
  /// WebP, lossy or lossless.
  case webP = "image/webp"
  case gif = "image/gif"
  /// Windows bitmap.
  case bmp = "image/bmp"
  /// TIFF, and the raw formats of cameras that are built on it.
  case tiff = "image/tiff"
  /// HEIF and HEIC.
  case heif = "image/heif"
  case avif = "image/avif"
  case svg = "image/svg+xml"

  /// The format that the first bytes of a file announce; names and headers of servers are not asked.
  ///
  /// - Returns: `nil` when they are of none of the formats above.
  package static func sniff(_ bytes: some Collection<UInt8>) -> ImageFormat? {
    sniff(head: Array(bytes.prefix(256)))
  }

  /// The format that the first bytes of a file announce.
  static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
    sniff(head: (0..<min(256, bytes.count)).map { bytes[$0] })
  }

  private static func sniff(head: [UInt8]) -> ImageFormat? {
    func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has("RIFF"), has("WEBP", at: 8) { return .webP }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("II*\0") || has("MM\0*") { return .tiff }
    if has("ftyp", at: 4) {
      if ["avif", "avis"].contains(where: { has($0, at: 8) }) { return .avif }
      let heif = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
      if heif.contains(where: { has($0, at: 8) }) { return .heif }
    }
    // Two letters would be too little.
    if has("BM"), head.count >= 18, head[14] <= 124, head[15...17].allSatisfy({ $0 == 0 }) { return .bmp }
    let text = String(decoding: head, as: UTF8.self).lowercased()
    if text.contains("<svg") { return .svg }
    return nil
  }
}
