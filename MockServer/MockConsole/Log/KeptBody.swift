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
    // One that was cut may end within a character.
    let cuts = bytes.count == Self.limit ? 0...3 : 0...0
    if let text = cuts.lazy.compactMap({ String(validating: bytes.dropLast($0), as: UTF8.self) }).first {
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
}
