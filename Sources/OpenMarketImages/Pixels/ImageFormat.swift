/// A file format, named by its media type.
package struct ImageFormat: RawRepresentable, Sendable, Hashable {
  /// The media type, such as `image/jpeg`.
  package let rawValue: String
  /// Makes a format from its media type.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// JPEG.
  package static let jpeg = ImageFormat(rawValue: "image/jpeg")
  /// PNG, animated or not.
  package static let png = ImageFormat(rawValue: "image/png")
  /// WebP, lossy or lossless.
  package static let webP = ImageFormat(rawValue: "image/webp")
  /// GIF.
  package static let gif = ImageFormat(rawValue: "image/gif")
  /// Windows bitmap.
  package static let bmp = ImageFormat(rawValue: "image/bmp")
  /// TIFF, and the raw formats of cameras that are built on it.
  package static let tiff = ImageFormat(rawValue: "image/tiff")
  /// HEIF and HEIC.
  package static let heif = ImageFormat(rawValue: "image/heif")
  /// AVIF.
  package static let avif = ImageFormat(rawValue: "image/avif")
  /// SVG.
  package static let svg = ImageFormat(rawValue: "image/svg+xml")

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
