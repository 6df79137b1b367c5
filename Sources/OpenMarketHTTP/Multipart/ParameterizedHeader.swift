/// A header value with parameters: `form-data; name="params"; filename=a.jpg`.
///
/// Values may be quoted or bare. A quoted one ends at the next quote, as browsers write and read it (WHATWG),
/// so a backslash stands for itself.
package struct ParameterizedHeader {
  /// The text before the first semicolon, in lower case.
  let value: String
  private var parameters: [(name: String, value: String)] = []

  /// Reads `text`; `nil` when a quote is not closed or is followed by something else than a semicolon.
  package init?(_ text: String) {
    var rest = Substring(text).utf8
    value = Self.trimmed(Self.take(&rest) { $0 != UInt8(ascii: ";") }).lowercased()
    while !rest.isEmpty {
      rest.removeFirst()
      let name = Self.trimmed(
        Self.take(&rest) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") })
      guard rest.first == UInt8(ascii: "=") else {
        // A stray semicolon is harmless, a parameter without a value is not.
        if name.isEmpty { continue } else { return nil }
      }
      rest.removeFirst()
      guard let value = Self.takeValue(&rest) else { return nil }
      parameters.append((name.lowercased(), value))
    }
  }

  /// The value of the first parameter called `name` (in lower case).
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func takeValue(_ rest: inout Substring.UTF8View) -> String? {
    _ = take(&rest, while: isBlank)
    guard rest.first == UInt8(ascii: "\"") else {
      return trimmed(take(&rest) { $0 != UInt8(ascii: ";") })
    }
    rest.removeFirst()
    let value = take(&rest) { $0 != UInt8(ascii: "\"") }
    guard rest.popFirst() != nil else { return nil }
    _ = take(&rest, while: isBlank)
    guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
    return String(Substring(value))
  }

  private static func take(
    _ rest: inout Substring.UTF8View, while condition: (UInt8) -> Bool
  ) -> Substring.UTF8View {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return taken
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(Substring(text))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
