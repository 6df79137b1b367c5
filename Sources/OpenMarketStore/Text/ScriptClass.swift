/// The class of a folded scalar: the run that it belongs to.
enum ScriptClass: UInt8 {
  /// Hangul and other scripts written without reliable spaces, indexed by pairs.
  case syllable
  /// Latin and other alphabets, indexed by words.
  case letter
  case digit
  case space
  /// Punctuation, symbols, emoji.
  case other

  init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      switch scalar.value {
      case 0x61...0x7A, 0x41...0x5A: self = .letter
      case 0x30...0x39: self = .digit
      case 0x20, 0x09...0x0D: self = .space
      default: self = .other
      }
    } else if Hangul.isSyllable(scalar) || Hangul.isJamo(scalar) {
      self = .syllable
    } else {
      self = Self.anything(scalar)
    }
  }

  private static func anything(_ scalar: Unicode.Scalar) -> ScriptClass {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
      0x20000...0x3FFFF:
      return .syllable
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return .other }
    switch properties.generalCategory {
    case .decimalNumber: return .digit
    case .nonspacingMark, .spacingMark, .modifierLetter, .otherNumber, .letterNumber: return .letter
    default: return properties.isAlphabetic ? .letter : properties.isWhitespace ? .space : .other
    }
  }

  /// Whether it stands between runs and belongs to none.
  var isSeparator: Bool { self == .space || self == .other }
}
