/// Percent-encoding by the strictest rule of RFC 3986: everything but letters, digits and `-._~` is encoded.
///
/// So a parameter can neither leave its path segment nor its query item, and `+` becomes `%2B`.
enum PercentEncoding {
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if byte.isAlphanumeric || "-._~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        append(escaped: byte, to: &bytes)
      }
    }
  }

  static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)]
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
