import Foundation

extension MultipartDecoder {
  package struct PartHeader: Sendable, Hashable {
    package var name: String
    /// The file name; `nil` when none is given, empty when an empty one is.
    package var fileName: String?
    /// The media type as sent, without blanks around it; `nil` when none is given.
    package var contentType: String?
  }
}

extension MultipartDecoder.PartHeader {
  /// Reads a header block that ends with its blank line; bytes that are not UTF-8 are replaced.
  init(_ block: [UInt8]) throws(MultipartError) {
    var disposition: ParameterizedHeader?
    var contentType: String?
    for line in String(decoding: block, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon != line.startIndex,
        line.utf8[..<colon].allSatisfy(Self.isToken), !line.hasPrefix("--")
      else {
        throw MultipartError(
          .malformedHeader, "a part's headers must be \"Name: value\" lines followed by a blank line")
      }
      let value = Substring(line.utf8[colon...].dropFirst())
      switch line[..<colon].lowercased() {
      case "content-disposition": disposition = ParameterizedHeader(String(value))
      case "content-type": contentType = value.trimmingCharacters(in: .whitespaces)
      default: break
      }
    }
    guard let disposition, disposition.value == "form-data", let name = disposition["name"] else {
      throw MultipartError(
        .malformedHeader, "every part needs a header Content-Disposition: form-data; name=\"…\"")
    }
    self.init(
      name: Self.unescaped(name), fileName: disposition["filename"].map(Self.unescaped),
      contentType: contentType)
  }

  /// Undoes what browsers do to names, and nothing else (WHATWG).
  private static func unescaped(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    return name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  /// Whether `byte` may stand in a field name (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
