package import Foundation

/// Takes a `multipart/form-data` body apart that is in memory already.
///
/// It reads what RFC 7578 and browsers write and what is common besides: a preamble and an epilogue, spaces
/// after a boundary, names quoted or bare, headers without the space after the colon. It insists on CRLF.
package struct MultipartDecoder {
  /// A part with its whole content.
  package struct Part: Sendable, Hashable {
    package var header: PartHeader
    package var content: Data
  }

  /// How large a body and its pieces may be.
  package struct Limits: Sendable, Hashable {
    /// Most parts; default 100.
    package var partCount = 100
    /// Most bytes of a part's headers including the blank line after them; default 10,240.
    package var headerBytes = 10_240
    /// Most bytes of a part's content; default 16 MiB.
    package var partBytes = 16 << 20
    /// Most bytes of the whole body; default 64 MiB.
    package var bodyBytes = 64 << 20

    package init() {}
  }

  private let body: Data
  private let delimiter: [UInt8]
  private let limits: Limits
  /// How many bytes have been read.
  private var position = 0

  /// The parts of a body, in the order they were sent.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - contentType: The value of the request's `Content-Type` field, which names the boundary.
  ///   - limits: How large the body and its pieces may be; nothing behind the body's limit is looked at.
  /// - Returns: The parts with copies of their contents.
  /// - Throws: ``MultipartError``.
  package static func parts(
    of body: Data, contentType: String, limits: Limits = Limits()
  ) throws(MultipartError) -> [Part] {
    var decoder = MultipartDecoder(body, try MultipartBoundary(contentType: contentType), limits)
    let isTooLarge = body.count > limits.bodyBytes
    do throws(MultipartError) {
      let parts = try decoder.parts()
      if !isTooLarge { return parts }
    } catch {
      if !isTooLarge || error.code != .truncated { throw error }
    }
    throw MultipartError(.bodyTooLarge, "the body is longer than \(limits.bodyBytes) bytes")
  }

  private init(_ body: Data, _ boundary: MultipartBoundary, _ limits: Limits) {
    self.body = body.prefix(limits.bodyBytes)
    delimiter = Array("\r\n--\(boundary.text)".utf8)
    self.limits = limits
  }

  private mutating func parts() throws(MultipartError) -> [Part] {
    var parts: [Part] = []
    let isAtStart = body.starts(with: delimiter.dropFirst(2))
    guard let first = isAtStart ? delimiter.count - 2 : range(of: delimiter, from: 0)?.upperBound else {
      throw Self.truncated
    }
    position = first
    while try takePartBegin() {
      guard parts.count < limits.partCount else {
        throw MultipartError(.tooManyParts, "the body has more than \(limits.partCount) parts")
      }
      parts.append(Part(header: try takeHeader(), content: try takeContent()))
    }
    return parts
  }

  /// Reads the bytes behind a delimiter: `--` closes the body, a line break, perhaps after blanks, begins a part.
  private mutating func takePartBegin() throws(MultipartError) -> Bool {
    let rest = body.dropFirst(position).drop { $0 == 0x20 || $0 == 0x09 }
    position = body.count - rest.count + 2
    switch Array(rest.prefix(2)) {
    case [0x2D, 0x2D]: return false
    case [0x0D, 0x0A]: return true
    case [], [0x2D], [0x0D]: throw Self.truncated
    default:
      throw MultipartError(.malformedDelimiter, "a boundary is followed by neither a line break nor --")
    }
  }

  /// Reads the header block with its blank line, which begins with the line break before it when there is no header.
  private mutating func takeHeader() throws(MultipartError) -> PartHeader {
    let start = position
    let end = range(of: Array("\r\n\r\n".utf8), from: start - 2)?.upperBound
    guard (end ?? body.count) - start <= limits.headerBytes else {
      throw MultipartError(.headerTooLarge, "a part's headers are longer than \(limits.headerBytes) bytes")
    }
    guard let end else { throw Self.truncated }
    position = end
    return try PartHeader(Array(bytes(start..<end)))
  }

  /// Reads up to the next delimiter, which begins with the line break before the content when that is empty.
  private mutating func takeContent() throws(MultipartError) -> Data {
    let start = position
    let match = range(of: delimiter, from: start - 2)
    let end = max(start, match?.lowerBound ?? body.count)
    guard end - start <= limits.partBytes else {
      throw MultipartError(.partTooLarge, "a part is longer than \(limits.partBytes) bytes")
    }
    guard let match else { throw Self.truncated }
    position = match.upperBound
    return Data(bytes(start..<end))
  }

  private func bytes(_ range: Range<Int>) -> Data {
    body[body.startIndex + range.lowerBound..<body.startIndex + range.upperBound]
  }

  /// Where `pattern` is first at or after `start`.
  ///
  /// In linear time, whatever the body: a carriage return begins each pattern, and is nowhere else in a delimiter.
  private func range(of pattern: [UInt8], from start: Int) -> Range<Int>? {
    unsafe body.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var start = start
      while let match = unsafe memchr(base + start, 0x0D, bytes.count - start) {
        start = unsafe base.distance(to: match)
        if unsafe bytes[start...].starts(with: pattern) { return start..<start + pattern.count }
        start += 1
      }
      return nil
    }
  }

  private static var truncated: MultipartError {
    MultipartError(.truncated, "the body ends before its closing boundary")
  }
}
