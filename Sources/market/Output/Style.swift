/// Colour and weight for a terminal, or none for anything else.
struct Style {
  var isEnabled: Bool

  static let plain = Style(isEnabled: false)

  func bold(_ text: String) -> String { apply(.bold, text) }
  func dim(_ text: String) -> String { apply(.dim, text) }
  func red(_ text: String) -> String { apply(.red, text) }

  func apply(_ ink: Ink, _ text: String) -> String {
    guard isEnabled, ink != .plain else { return text }
    return "\u{1B}[\(ink.codes(from: .plain, depth: .indexed))m\(text)\u{1B}[0m"
  }

  /// A line for each field: its name, dim and as wide as the longest, and its value.
  func lines(_ fields: [(name: String, value: String)]) -> [String] {
    let width = fields.map(\.name.displayWidth).max() ?? 0
    return fields.map { dim($0.name.padded(toWidth: width)) + "  " + $0.value.printable }
  }
}
