/// How many terminal columns a text takes: two for Hangul, Han, kana, full-width forms and emoji, none for
/// combining marks, one for the rest (Unicode Standard Annex 11, with emoji presentation as wide).
extension String {
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text cut to at most `columns`, ending in `…` when something was cut.
  func truncated(toWidth columns: Int) -> String {
    guard displayWidth > columns else { return self }
    var width = 1  // the ellipsis
    var kept = ""
    for character in self {
      width += character.displayWidth
      if width > columns { break }
      kept.append(character)
    }
    return columns > 0 ? kept + "…" : ""
  }

  /// The text with spaces added, on the right or (for numbers) on the left, until it is `columns` wide.
  func padded(toWidth columns: Int, onLeft: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, columns - displayWidth))
    return onLeft ? padding + self : self + padding
  }
}

extension Character {
  var displayWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      // The former asks for emoji presentation; what stands with a wide character is drawn into it.
      if scalar == "\u{FE0F}" || scalar.displayWidth == 2 { return 2 }
      width += scalar.displayWidth
    }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Self.isWide(value) || properties.isEmojiPresentation ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
