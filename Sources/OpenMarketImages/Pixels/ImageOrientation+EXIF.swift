extension ImageOrientation {
  /// Reads the tag from EXIF data, which may begin with the six bytes `Exif\0\0`.
  ///
  /// It is `nil` whatever is wrong with the data: the picture is then displayed as stored.
  init?(exif bytes: Span<UInt8>, in range: Range<Int>) {
    var start = range.lowerBound
    let end = range.upperBound
    if range.count >= 6, bytes.bigEndian32(at: start) == 0x4578_6966, bytes.bigEndian16(at: start + 4) == 0 {
      start += 6
    }
    guard end - start >= 8 else { return nil }
    let isBigEndian: Bool
    switch bytes.bigEndian32(at: start) {
    case 0x4D4D_002A: isBigEndian = true
    case 0x4949_2A00: isBigEndian = false
    default: return nil
    }
    func word(_ at: Int) -> Int { isBigEndian ? bytes.bigEndian16(at: at) : bytes.littleEndian16(at: at) }
    func long(_ at: Int) -> UInt32 { isBigEndian ? bytes.bigEndian32(at: at) : bytes.littleEndian32(at: at) }
    guard let offset = Int(exactly: long(start + 4)), offset <= end - start - 2 else { return nil }
    let directory = start + offset
    guard directory + 2 + 12 * word(directory) <= end else { return nil }
    for entry in 0..<word(directory) {
      let at = directory + 2 + 12 * entry
      // Tag 0x0112 with one value of type SHORT.
      guard word(at) == 0x0112, word(at + 2) == 3, long(at + 4) == 1 else { continue }
      self.init(rawValue: word(at + 8))
      return
    }
    return nil
  }
}
