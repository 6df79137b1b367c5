/// The text that separates the parts of a `multipart/form-data` body.
package struct MultipartBoundary: Sendable, Hashable {
  /// The boundary as its `Content-Type` names it, without the two hyphens that precede it in the body.
  package let text: String

  /// Takes over a fixed boundary.
  ///
  /// It has 1…70 printable ASCII characters, no quote or backslash, and no space at the end. That is more
  /// than RFC 2046 allows, since `boundary=*****` is widespread.
  ///
  /// A form sent with a fixed boundary must not contain it; ``random()`` takes care of that.
  /// - Throws: ``MultipartError`` with `invalidBoundary`.
  package init(_ text: String) throws(MultipartError) {
    let bytes = text.utf8
    let allowed = bytes.allSatisfy {
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard (1...70).contains(bytes.count), allowed, bytes.last != UInt8(ascii: " ") else {
      throw MultipartError(
        .invalidBoundary, "a boundary is 1 to 70 printable ASCII characters without quote or backslash")
    }
    self.text = text
  }

  /// Reads the boundary out of the value of a `Content-Type` field, quoted or bare.
  /// - Throws: ``MultipartError`` with `notMultipart` or `invalidBoundary`.
  package init(contentType: String) throws(MultipartError) {
    guard let header = ParameterizedHeader(contentType), header.value == "multipart/form-data" else {
      throw MultipartError(.notMultipart, "the Content-Type must be multipart/form-data")
    }
    guard let text = header["boundary"] else {
      throw MultipartError(.invalidBoundary, "the Content-Type names no boundary")
    }
    try self.init(text)
  }

  private init(unchecked text: String) { self.text = text }

  /// A new boundary of 32 random letters and digits.
  ///
  /// It is drawn independently of the contents, so at each of their N positions it occurs with a chance of
  /// 62⁻³², below 2⁻¹⁹⁰. Even for a body of an exabyte that is less likely than 2⁻¹³⁰: contents need not be
  /// searched for it, and files can be streamed.
  package static func random() -> MultipartBoundary {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return MultipartBoundary(unchecked: String((0..<32).map { _ in alphabet[.random(in: alphabet.indices)] }))
  }

  /// The value of the `Content-Type` field that announces this boundary.
  package var contentType: String {
    let isToken = text.utf8.allSatisfy { $0.isAlphanumeric || "-_.".utf8.contains($0) }
    return "multipart/form-data; boundary=" + (isToken ? text : "\"\(text)\"")
  }
}
