import Foundation
import OpenMarketMock

/// The beginning of a body, as far as the console holds it.
struct KeptBody: Sendable {
  /// Bytes of a body that are held.
  static let limit = 64 << 10
  /// Bytes of a body that is no text that are displayed.
  private static let displayedBytes = 2 << 10

  private let bytes: Data
  /// Bytes that there were.
  private let size: Int
  private let contentType: String

  init(_ body: Data, contentType: String?) {
    // A copy: a slice would hold on to all of it.
    bytes = body.count > Self.limit ? Data(Array(body.prefix(Self.limit))) : body
    size = body.count
    self.contentType = contentType ?? ""
  }

  /// Bytes that are held.
  var count: Int { bytes.count }

  /// Appends the body without `secrets`: as text, or in Base64 when it is none.
  func write(without secrets: SecretFilter, to json: inout JSONBytes) {
    json.raw("{\"size\":\(size)")
    if let text {
      json.raw(",\"kept\":\(bytes.count),\"text\":")
      json.string(secrets.applied(to: text))
    } else {
      let beginning = bytes.prefix(Self.displayedBytes)
      json.raw(",\"kept\":\(beginning.count),\"base64\":")
      json.string(beginning.base64EncodedString())
    }
    json.raw("}")
  }

  /// The text, if it is one; of a form with photos what can be read in it.
  private var text: String? {
    if let text = String(validating: bytes.prefix(Self.endOfLastCharacter(bytes)), as: UTF8.self) {
      return text
    }
    guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
    var (text, skipped) = ("", 0)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let readable = String(validating: line, as: UTF8.self), !readable.unicodeScalars.contains("\0")
      else {
        skipped += line.count + 1
        continue
      }
      if skipped > 0 { text += "⟨\(skipped)⟩\n" }
      skipped = 0
      text += readable + "\n"
    }
    return skipped > 0 ? text + "⟨\(skipped)⟩" : text
  }

  /// Where a text that was cut ends, without the beginning of another character.
  private static func endOfLastCharacter(_ bytes: Data) -> Int {
    var end = bytes.count
    guard end == limit else { return end }
    for _ in 0..<4 where end > 0 {
      end -= 1
      if bytes[bytes.startIndex + end] & 0xC0 != 0x80 { break }
    }
    return end
  }
}
