import Foundation

/// One marker of a JPEG file with what belongs to it.
struct JPEGSegment {
  /// The second byte of the marker.
  let marker: UInt8
  /// Where its first byte, 0xFF, stands.
  let start: Int
  /// The bytes after the length; empty for markers without.
  let payload: Range<Int>
}

extension JPEGSegment {
  /// The first segment at or after `position`; `nil` when the bytes end within it.
  init?(_ bytes: Span<UInt8>, at position: Int) {
    guard let start = Self.nextMarker(in: bytes, from: position) else { return nil }
    let marker = bytes[start + 1]
    if marker == 0x01 || (0xD0...0xD9).contains(marker) {
      self.init(marker: marker, start: start, payload: start + 2..<start + 2)
      return
    }
    guard start + 4 <= bytes.count else { return nil }
    let length = bytes.bigEndian16(at: start + 2)
    guard length >= 2, start + 2 + length <= bytes.count else { return nil }
    self.init(marker: marker, start: start, payload: start + 4..<start + 2 + length)
  }

  /// Where the next marker begins: 0xFF and neither a stuffed zero nor a restart nor fill.
  ///
  /// Runs through megabytes of entropy-coded data, so it searches with `memchr`.
  static func nextMarker(in bytes: Span<UInt8>, from position: Int) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = buffer.count
      var position = position
      while position < count - 1 {
        guard let found = unsafe memchr(base + position, 0xFF, count - 1 - position) else { return nil }
        let start = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let marker = unsafe base[start + 1]
        if marker == 0xFF {
          position = start + 1
        } else if marker == 0 || (0xD0...0xD7).contains(marker) {
          position = start + 2
        } else {
          return start
        }
      }
      return nil
    }
  }
}

extension JPEGSegment {
  /// Whether a file has more scans than `limit`, of which each is work for all its pixels. Costs a search through its bytes.
  ///
  /// ImageIO sets no limit. The codecs of Linux count while they read.
  static func hasMoreScans(than limit: Int, in bytes: Span<UInt8>) -> Bool {
    var (position, count) = (2, 0)
    while count <= limit, let segment = JPEGSegment(bytes, at: position), segment.marker != 0xD9 {
      if segment.marker == 0xDA { count += 1 }
      position = segment.payload.upperBound
    }
    return count > limit
  }
}

extension Span<UInt8> {
  /// The 16 bits at `offset`, most significant first.
  func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

  /// The 32 bits at `offset`, most significant first; more than an `Int` holds on a watch.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian16(at: offset)) << 16 | UInt32(bigEndian16(at: offset + 2))
  }

  /// The 16 bits at `offset`, least significant first.
  func littleEndian16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  /// The 32 bits at `offset`, least significant first.
  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }
}
