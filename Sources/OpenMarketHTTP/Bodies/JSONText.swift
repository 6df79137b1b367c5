package import Foundation

/// JSON put together as text, as `JSONDecoder` reads it.
///
/// An outcome is written for every submission that is sent, on which `JSONEncoder` spent a good part of what the outbox adds to
/// a request.
package enum JSONText {
  /// - Parameter fields: Names, and values that are JSON; fields without one are left out.
  /// - Returns: The object.
  package static func object(_ fields: [(name: String, value: String?)]) -> String {
    var text = "{"
    for case (let name, let value?) in fields {
      if text.utf8.count > 1 { text += "," }
      text += "\(string(name)):\(value)"
    }
    return text + "}"
  }

  /// - Parameter values: JSON each.
  /// - Returns: The array.
  package static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  /// Returns `text` in quotes, with what JSON forbids in it escaped by number: so a quote only ever ends a
  /// text, which the paths of SQLite before 3.45 rely on.
  package static func string(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"\(text)\"" }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0..<0x10: "\\u000" + String(scalar.value, radix: 16)
      case 0x10..<0x20, 0x22, 0x5C: "\\u00" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// To the last bit, as `JSONEncoder` does it.
  package static func date(_ date: Date) -> String { "\(date.timeIntervalSinceReferenceDate)" }
}
