import Foundation

/// Removes from a JPEG file what does not change its pixels.
enum JPEGMetadata {
  /// The file without EXIF, XMP, ICC profile, previews, comments and whatever follows its end.
  ///
  /// Kept are the beginnings of JFIF (APP0) and of Adobe's segment (APP14), which decoding depends on. The colours must
  /// be those of sRGB, which files without a profile have. It is `nil` when this is not a whole JPEG file of grey or
  /// three colours that browsers can read.
  static func removed(from file: Data) -> Data? {
    let bytes = file.span
    guard let header = try? JPEGHeader(bytes), [1, 3].contains(header.components.count), !header.isArithmetic
    else { return nil }
    var kept = Data([0xFF, 0xD8])
    kept.reserveCapacity(file.count)
    var position = 2
    while let segment = JPEGSegment(bytes, at: position) {
      var end = segment.payload.upperBound
      if segment.marker == 0xDA { end = JPEGSegment.nextMarker(in: bytes, from: end) ?? bytes.count }
      kept += remains(of: segment, to: end, in: file)
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

  /// A segment with what follows it up to `end`, as far as decoding depends on it.
  private static func remains(of segment: JPEGSegment, to end: Int, in file: Data) -> Data {
    let payload = file.dropFirst(segment.payload.lowerBound).prefix(segment.payload.count)
    switch segment.marker {
    // A preview may follow in the same segment; the extension JFXX is nothing else.
    case 0xE0 where payload.count >= 14 && payload.starts(with: "JFIF\0".utf8):
      return [0xFF, 0xE0, 0, 16] + payload.prefix(12) + [0, 0]
    // Photoshop's segment is longer.
    case 0xEE where payload.count >= 12 && payload.starts(with: "Adobe".utf8):
      return [0xFF, 0xEE, 0, 14] + payload.prefix(12)
    // The frame, tables of Huffman codes and of quantization, restart intervals, scans, and the end.
    case 0xC0...0xC2, 0xC4, 0xDB, 0xDD, 0xDA, 0xD9:
      return file.dropFirst(segment.start).prefix(end - segment.start)
    default: return Data()
    }
  }
}
