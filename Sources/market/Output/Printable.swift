import Foundation
import OpenMarketHTTP

extension Unicode.Scalar {
  /// Controls, which could move the cursor of a terminal or send it commands, line separators, and marks that change
  /// the direction of writing, which make a text look like another.
  fileprivate var isUnprintable: Bool {
    switch (value, properties.generalCategory) {
    case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator): true
    case (0x061C, _), (0x200E...0x200F, _), (0x202A...0x202E, _), (0x2066...0x2069, _): true
    default: false
    }
  }
}

extension String {
  /// The text on one line and harmless to its reader: what is unprintable is a visible replacement, or a space for a
  /// line end or a tabulator.
  var printable: String {
    replacingUnprintable { $0 == "\n" || $0 == "\t" ? " " : "\u{FFFD}" }
  }

  fileprivate func replacingUnprintable(_ replacement: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var safe = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable { safe += replacement(scalar) } else { safe.unicodeScalars.append(scalar) }
    }
    return safe
  }
}

/// A value as JSON with its keys in alphabetical order, in which everything unprintable is escaped.
struct JSONText {
  let text: String

  /// Encodes `value`, on one line unless `isPretty`.
  init(_ value: some Encodable, isPretty: Bool = false) throws {
    let encoder = EventJSON.encoder
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    // The encoder has escaped the controls below U+0020 in texts; line ends are of the layout.
    text = try String(decoding: encoder.encode(value), as: UTF8.self).replacingUnprintable {
      $0 == "\n" ? "\n" : String(format: "\\u%04x", $0.value)
    }
  }
}

/// An object of JSON; a field whose value is `nil` is left out.
struct JSONFields: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  private var fields: [String: any Encodable & Sendable] = [:]

  init(dictionaryLiteral fields: (String, (any Encodable & Sendable)?)...) {
    for (name, value) in fields { self.fields[name] = value }
  }

  subscript(name: String) -> (any Encodable & Sendable)? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in fields { try container.encode(value, forKey: AnyKey(stringValue: name)) }
  }
}

extension Error {
  /// As every `--json` shows an error.
  var json: JSONFields {
    ["code": (self as? HTTPError)?.code.rawValue ?? "failed", "message": String(describing: self).printable]
  }
}

extension String {
  /// The name of the case of an enumeration that `value` is.
  init(caseOf value: some Any) { self.init("\(value)".prefix { $0 != "(" }) }
}

extension Terminal {
  func printJSON(_ value: some Encodable) throws { try print(JSONText(value).text) }
}
