/// Colour and weight for a terminal, or none for anything else.
struct Style {
  /// How a text stands out.
  enum Look: String {
    case plain = "0"
    case bold = "1"
    case dim = "2"
    case inverse = "7"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  var isEnabled: Bool

  static let plain = Style(isEnabled: false)

  func bold(_ text: String) -> String { apply(.bold, text) }
  func dim(_ text: String) -> String { apply(.dim, text) }
  func red(_ text: String) -> String { apply(.red, text) }

  func apply(_ look: Look, _ text: String) -> String {
    isEnabled && look != .plain ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}
