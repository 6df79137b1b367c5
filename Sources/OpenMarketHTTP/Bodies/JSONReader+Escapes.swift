extension JSONReader {
  /// The bytes in `range`, a text's, without its escapes, which are all longer than what they stand for.
  func unescaped(_ range: Range<Int>) throws(Unusual) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: range.count)
    var (index, end) = (range.lowerBound, 0)
    while index < range.upperBound {
      let byte = bytes[index]
      if byte != UInt8(ascii: "\\") {
        text[end] = byte
        (index, end) = (index + 1, end + 1)
        continue
      }
      guard index + 1 < range.upperBound else { throw Unusual() }
      if bytes[index + 1] == UInt8(ascii: "u") {
        let (scalar, length) = try scalar(at: index, in: range)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          text[end] = byte
          end += 1
        }
        index += length
      } else {
        text[end] = try Self.meaning(of: bytes[index + 1])
        (index, end) = (index + 2, end + 1)
      }
    }
    text.removeLast(text.count - end)
    return text
  }

  private static func meaning(of escape: UInt8) throws(Unusual) -> UInt8 {
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: throw Unusual()
    }
  }

  /// The character of an escape by number, or of the two that make one.
  private func scalar(at index: Int, in range: Range<Int>) throws(Unusual) -> (Unicode.Scalar, length: Int) {
    let first = try unit(at: index, in: range)
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard 0xD800...0xDBFF ~= first, index + 12 <= range.upperBound, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] == UInt8(ascii: "u")
    else { throw Unusual() }
    let second = try unit(at: index + 6, in: range)
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Unusual() }
    return (scalar, 12)
  }

  private func unit(at index: Int, in range: Range<Int>) throws(Unusual) -> UInt32 {
    guard index + 6 <= range.upperBound else { throw Unusual() }
    var unit: UInt32 = 0
    for byte in bytes[index + 2..<index + 6] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32((byte | 0x20) - 0x61 + 10)
      default: throw Unusual()
      }
    }
    return unit
  }
}
