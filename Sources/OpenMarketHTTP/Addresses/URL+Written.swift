package import Foundation

extension URL {
  /// An address as people and servers write it: what must be encoded is, and escapes stay as they are, as in browsers.
  ///
  /// Foundation by itself would encode their percent signs once more where anything else needs encoding.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - base: What it is relative to.
  package init?(written text: String, relativeTo base: URL? = nil) {
    let exact = URL(string: text, encodingInvalidCharacters: false)
    // Lists have thousands of such: parsed once.
    if let exact, base == nil {
      self = exact
    } else {
      self.init(string: exact == nil ? Self.encoded(text) : text, relativeTo: base)
    }
  }

  private static func encoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = pathStart(in: bytes)
    var result = Array(bytes[..<start])
    for index in start..<bytes.count {
      let isEscape =
        bytes[index] == UInt8(ascii: "%") && bytes.count > index + 2
        && bytes[index + 1...index + 2].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      if isEscape || isAllowed(bytes[index]) {
        result.append(bytes[index])
      } else {
        PercentEncoding.append(escaped: bytes[index], to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Behind the host, whose letters have another encoding.
  private static func pathStart(in bytes: [UInt8]) -> Int {
    let isDelimiter: (UInt8) -> Bool = { "/?#".utf8.contains($0) }
    guard let slash = bytes.firstIndex(where: isDelimiter), bytes[slash...].starts(with: "//".utf8),
      slash == 0 || bytes[slash - 1] == UInt8(ascii: ":")
    else { return 0 }
    return bytes[(slash + 2)...].firstIndex(where: isDelimiter) ?? bytes.count
  }

  /// RFC 3986, section 3.3 to 3.5.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-._~!$&'()*+,;=:@/?#".utf8.contains(byte)
  }
}
