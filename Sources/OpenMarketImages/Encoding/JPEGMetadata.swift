import Foundation

/// Removes from a JPEG file what does not change its pixels.
enum JPEGMetadata {
  /// The file without EXIF, XMP, ICC profile, previews, comments and whatever follows its end.
  ///
  /// Kept are JFIF (APP0) and Adobe's transform (APP14), which decoding depends on.
  ///
  /// - Parameter file: A file whose colours are those of sRGB, which files without a profile have.
  /// - Returns: `nil` when the file is not a whole JPEG file of grey or three colours.
  static func removed(from file: Data) -> Data? {
    let bytes = file.span
    guard let header = try? JPEGHeader(bytes), [1, 3].contains(header.components.count) else { return nil }
    var kept = Data([0xFF, 0xD8])
    kept.reserveCapacity(file.count)
    var position = 2
    while let segment = JPEGSegment(bytes, at: position) {
      var end = segment.payload.upperBound
      if segment.marker == 0xDA { end = JPEGSegment.nextMarker(in: bytes, from: end) ?? bytes.count }
      if isKept(segment, of: bytes) {
        kept += file[file.startIndex + segment.start..<file.startIndex + end]
      }
      if segment.marker == 0xD9 { return kept }
      position = end
    }
    return nil
  }

  /// Whether the colours are others than those of sRGB, such as Display P3, which phones use.
  ///
  /// A profile of more bytes than `limit` counts as absent, and so does one that cannot be read.
  static func hasOtherColors(_ file: Data, limit: Int) -> Bool {
    let bytes = file.span
    guard let profile = (try? JPEGHeader(bytes))?.profile(in: bytes, limit: limit) else { return false }
    return !profile.isSRGB
  }

  private static func isKept(_ segment: JPEGSegment, of bytes: Span<UInt8>) -> Bool {
    func begins(_ text: String) -> Bool {
      let text = Array(text.utf8)
      return segment.payload.count > text.count + 1
        && text.indices.allSatisfy { bytes[segment.payload.lowerBound + $0] == text[$0] }
    }
    switch segment.marker {
    // JFIF alone: the extension JFXX is a preview, and so may be the end of a long JFIF segment.
    case 0xE0: return begins("JFIF\0") && segment.payload.count == 14
    case 0xEE: return begins("Adobe") && segment.payload.count == 12
    case 0xE1...0xEF, 0xFE, 0xF0...0xFD: return false
    default: return true
    }
  }
}
