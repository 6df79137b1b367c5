extension ImageHeader {
  /// Whether the file ends before its picture does, by its structure alone.
  ///
  /// ImageIO fills the rest with grey, and need not report it for a file that is given as a whole. The codecs of Linux report
  /// it themselves.
  func endsEarly(in bytes: Span<UInt8>) -> Bool {
    switch details {
    case .jpeg: Self.endsEarly(jpeg: bytes)
    case .png: Self.endsEarly(png: bytes)
    case .gif(let header): Self.endsEarly(gif: bytes, from: header.firstFrame.data)
    case .webP: Self.endsEarly(webP: bytes)
    case .system: Self.endsEarly(heif: bytes)
    }
  }

  /// Without the marker EOI. Other bytes may follow it.
  private static func endsEarly(jpeg bytes: Span<UInt8>) -> Bool {
    var position = 2
    while let segment = JPEGSegment(bytes, at: position) {
      if segment.marker == 0xD9 { return false }
      position = segment.payload.upperBound
    }
    return true
  }

  /// Without the chunk IEND.
  private static func endsEarly(png bytes: Span<UInt8>) -> Bool {
    var position = 8
    while position + 12 <= bytes.count {
      if bytes.bigEndian32(at: position + 4) == 0x4945_4E44 { return false }
      let length = Int(clamping: bytes.bigEndian32(at: position))
      guard length <= bytes.count - position - 12 else { return true }
      position += 12 + length
    }
    return true
  }

  /// Within the sub-blocks of the first frame.
  private static func endsEarly(gif bytes: Span<UInt8>, from start: Int) -> Bool {
    var position = start
    while position < bytes.count, bytes[position] != 0 { position += 1 + Int(bytes[position]) }
    return position >= bytes.count
  }

  /// Within the chunk of the picture, or of the first frame.
  private static func endsEarly(webP bytes: Span<UInt8>) -> Bool {
    var position = 12
    while position + 8 <= bytes.count {
      let length = Int(clamping: bytes.littleEndian32(at: position + 4))
      guard length <= bytes.count - position - 8 else { return true }
      switch bytes.bigEndian32(at: position) {
      case WebPHeader.Chunk.lossy, WebPHeader.Chunk.lossless, WebPHeader.Chunk.frame: return false
      default: position += 8 + length + length % 2
      }
    }
    return true
  }

  /// Within the description of the picture, or within its data. What phones append is no box.
  static func endsEarly(heif bytes: Span<UInt8>) -> Bool {
    var position = 0
    while position + 8 <= bytes.count {
      var length = UInt64(bytes.bigEndian32(at: position))
      if length == 1 {
        guard position + 16 <= bytes.count else { return true }
        length =
          UInt64(bytes.bigEndian32(at: position + 8)) << 32 | UInt64(bytes.bigEndian32(at: position + 12))
      }
      // 0 goes to the end of the file; less than its own header is damaged.
      guard length >= 8 else { return false }
      guard length <= UInt64(bytes.count - position) else {
        let kind = bytes.bigEndian32(at: position + 4)
        return kind == 0x6D65_7461 || kind == 0x6D64_6174  // meta, mdat
      }
      position += Int(length)
    }
    return false
  }
}
