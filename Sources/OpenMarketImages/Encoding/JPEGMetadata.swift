import Foundation

/// Removes from a JPEG file what does not change its pixels.
enum JPEGMetadata {
  /// The file without EXIF, XMP, previews, comments and whatever follows its end.
  ///
  /// Kept are what the colours depend on: JFIF (APP0), the ICC profile (APP2) and Adobe's transform (APP14).
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - keepsProfile: `false` where the colours are those of sRGB, which files without a profile have.
  /// - Returns: `nil` when the file is not a whole JPEG file of grey or three colours.
  static func removed(from file: Data, keepsProfile: Bool = true) -> Data? {
    let bytes = file.span
    guard let header = try? JPEGHeader(bytes), [1, 3].contains(header.components.count) else { return nil }
    var kept = Data([0xFF, 0xD8])
    kept.reserveCapacity(file.count)
    var position = 2
    while let segment = JPEGSegment(bytes, at: position) {
      var end = segment.payload.upperBound
      if segment.marker == 0xDA { end = JPEGSegment.nextMarker(in: bytes, from: end) ?? bytes.count }
      if isKept(segment, of: bytes), keepsProfile || segment.marker != 0xE2 {
        kept += file[file.startIndex + segment.start..<file.startIndex + end]
      }
      if segment.marker == 0xD9 { return kept }
      position = end
    }
    return nil
  }

  /// Whether the colours may be others than those of sRGB, such as Display P3, which phones use.
  ///
  /// A profile of sRGB says so in its name, in one byte or two for each letter.
  static func hasOtherColors(_ file: Data) -> Bool {
    let bytes = file.span
    var profile = Data()
    var position = 2
    while let segment = JPEGSegment(bytes, at: position), segment.marker != 0xDA, segment.marker != 0xD9 {
      position = segment.payload.upperBound
      guard segment.marker == 0xE2, begins("ICC_PROFILE\0", segment, of: bytes) else { continue }
      profile += file[file.startIndex + segment.payload.lowerBound + 14..<file.startIndex + position]
    }
    return !profile.isEmpty && profile.range(of: Data("sRGB".utf8)) == nil
      && profile.range(of: Data("\0s\0R\0G\0B".utf8)) == nil
  }

  private static func begins(_ text: String, _ segment: JPEGSegment, of bytes: Span<UInt8>) -> Bool {
    let text = Array(text.utf8)
    return segment.payload.count > text.count + 1
      && text.indices.allSatisfy { bytes[segment.payload.lowerBound + $0] == text[$0] }
  }

  private static func isKept(_ segment: JPEGSegment, of bytes: Span<UInt8>) -> Bool {
    func begins(_ text: String) -> Bool { Self.begins(text, segment, of: bytes) }
    switch segment.marker {
    // JFIF alone: the extension JFXX is a preview, and so may be the end of a long JFIF segment.
    case 0xE0: return begins("JFIF\0") && segment.payload.count == 14
    case 0xE2: return begins("ICC_PROFILE\0")
    case 0xEE: return begins("Adobe") && segment.payload.count == 12
    case 0xE1...0xEF, 0xFE, 0xF0...0xFD: return false
    default: return true
    }
  }
}
