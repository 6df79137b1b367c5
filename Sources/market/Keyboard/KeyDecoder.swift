/// Makes keys of the bytes that a terminal sends, however these are cut into pieces.
///
/// UTF-8 becomes text, control bytes and the sequences of ECMA-48 (`ESC [ A` is the arrow up) become keys. What
/// is unknown or broken is passed over as a whole. The Esc key sends the byte with which sequences begin, and only
/// silence tells the two apart: see ``quiet()``.
struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// No sequence that means something to us is longer.
  private static let longestSequence = 32
  /// A limit beyond any intended paste; the rest is ignored.
  static let longestPaste = 100_000

  private var pending: [UInt8] = []
  /// The beginning of a pasted text that has no end yet.
  private var pasted: [UInt8]?

  /// Whether the Esc key and the beginning of a sequence are still to be told apart.
  var isUndecided: Bool { pasted == nil && pending.first == Self.escape }

  /// Whether the end of a pasted text is still to come.
  var isPasting: Bool { pasted != nil }

  /// The keys that are complete with `bytes`.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var (keys, rest) = ([Key](), (pending + bytes)[...])
    defer { pending = Array(rest) }
    while true {
      if pasted != nil {
        guard let paste = takePaste(from: &rest) else { return keys }
        keys.append(paste)
      }
      guard let (token, length) = Self.next(in: rest) else { return keys }
      rest = rest.dropFirst(length)
      switch token {
      case .key(let key): keys.append(key)
      case .nothing: break
      case .pasteBegins: pasted = []
      }
    }
  }

  /// Nothing has come for a while: a sequence that has begun is the Esc key, and a pasted text whose end was lost ends.
  ///
  /// The rest of a character is waited for, as a slow line may deliver it in two parts.
  mutating func quiet() -> [Key] {
    if let text = pasted {
      defer { (pasted, pending) = (nil, []) }
      return [.paste(String(decoding: text + pending, as: UTF8.self))]
    }
    guard isUndecided else { return [] }
    defer { pending = [] }
    // Alt with the first character of a response is no key.
    return pending.count > 1 && Self.responses.contains(pending[1]) ? [] : [.escape]
  }

  /// Moves what is pasted out of `bytes`; `nil` while its end is missing.
  private mutating func takePaste(from bytes: inout ArraySlice<UInt8>) -> Key? {
    let end = bytes.firstRange(of: Self.pasteEnd)
    // The end may be cut in two.
    let part = bytes[..<(end?.lowerBound ?? max(bytes.startIndex, bytes.endIndex - Self.pasteEnd.count + 1))]
    let room = Self.longestPaste - (pasted?.count ?? 0)
    pasted? += part.prefix(max(0, room))
    bytes = bytes[(end?.upperBound ?? part.endIndex)...]
    guard end != nil, let text = pasted else { return nil }
    pasted = nil
    return .paste(String(decoding: text, as: UTF8.self))
  }

  private enum Token {
    case key(Key)
    case nothing
    case pasteBegins

    init(_ key: Key?) { self = key.map(Token.key) ?? .nothing }
  }

  /// The first key of `bytes`, or something that means nothing, and its length; `nil` while incomplete.
  private static func next(in bytes: ArraySlice<UInt8>) -> (token: Token, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case escape: return sequence(in: bytes)
    case 0..<0x20, 0x7F: return (Token(controls[first]), 1)
    default: return scalar(in: bytes)
    }
  }

  /// The keys of control bytes; 0x0E is Ctrl-N, 0x10 Ctrl-P.
  private static let controls: [UInt8: Key] = [
    0x03: .interrupt, 0x04: .endOfInput, 0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0C: .redraw,
    0x0D: .enter, 0x0E: .down, 0x10: .up, 0x15: .deleteAll, 0x17: .deleteWord, 0x1A: .suspend,
    0x7F: .backspace,
  ]

  /// The keys of `ESC [` or `ESC O` and a letter.
  private static let arrows: [Unicode.Scalar: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
  ]

  /// The keys of `ESC [`, a number and `~`.
  private static let numbered: [String: Key] = [
    "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "5": .pageUp, "6": .pageDown,
  ]

  private static let buttons: [Substring: Key.Mouse] = ["0": .press, "64": .wheelUp, "65": .wheelDown]

  private static func sequence(in bytes: ArraySlice<UInt8>) -> (token: Token, length: Int)? {
    guard let second = bytes.dropFirst().first else { return nil }
    let third = bytes.dropFirst(2).first
    switch second {
    case escape: return (.key(.escape), 1)
    case UInt8(ascii: "[") where third == UInt8(ascii: "M"): return oldMouse(in: bytes)
    // A function key of the Linux console.
    case UInt8(ascii: "[") where third == UInt8(ascii: "["):
      return bytes.count > 3 ? (.nothing, 4) : nil
    case UInt8(ascii: "["):
      let parameters = bytes.dropFirst(2).prefix { !(0x40...0x7E ~= $0) }
      let length = 2 + parameters.count + 1
      guard length <= longestSequence else { return (.nothing, length - 1) }
      guard let final = bytes.dropFirst(length - 1).first else { return nil }
      return (token(String(decoding: parameters, as: UTF8.self), final), length)
    case UInt8(ascii: "O"): return third.map { (token("", $0), 3) }
    case _ where responses.contains(second): return response(in: bytes)
    default:
      // Alt with another key.
      return next(in: bytes.dropFirst()).map { (.nothing, $0.length + 1) }
    }
  }

  /// The second bytes of the sequences DCS, SOS, OSC, PM and APC, with which responses begin.
  private static let responses = Array("PX]^_".utf8)

  /// A terminal's late response, to us or to the program before, which ends in ESC \ or in BEL.
  private static func response(in bytes: ArraySlice<UInt8>) -> (token: Token, length: Int)? {
    let length = 2 + bytes.dropFirst(2).prefix { $0 != escape && $0 != 0x07 }.count
    guard length < 256 else { return (.nothing, length) }
    switch Array(bytes.dropFirst(length).prefix(2)) {
    case [], [escape]: return nil
    case [escape, UInt8(ascii: "\\")]: return (.nothing, length + 2)
    case let end: return (.nothing, end[0] == escape ? length : length + 1)
    }
  }

  /// The mouse where the terminal does not know SGR 1006, as in GNU screen: a button and a place, 32 more each.
  private static func oldMouse(in bytes: ArraySlice<UInt8>) -> (token: Token, length: Int)? {
    guard bytes.count >= 6 else { return nil }
    let numbers = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
    return (Token(mouse("<" + numbers.map(String.init).joined(separator: ";"))), 6)
  }

  private static func token(_ parameters: String, _ final: UInt8) -> Token {
    switch (parameters, final) {
    case ("200", UInt8(ascii: "~")): .pasteBegins
    case ("", _): Token(arrows[Unicode.Scalar(final)])
    case (_, UInt8(ascii: "~")): Token(numbered[parameters])
    case (_, UInt8(ascii: "M")): Token(mouse(parameters))
    default: .nothing
    }
  }

  /// The pressing of a button, as `<0;column;row`; releases end in another letter.
  private static func mouse(_ parameters: String) -> Key? {
    guard let event = parameters.wholeMatch(of: /<([0-9]+);([0-9]+);([0-9]+)/), let use = buttons[event.1],
      let column = Int(event.2), let row = Int(event.3), 1...10_000 ~= column, 1...10_000 ~= row
    else { return nil }
    return .mouse(use, row: row - 1, column: column - 1)
  }

  private static func scalar(in bytes: ArraySlice<UInt8>) -> (token: Token, length: Int)? {
    guard let first = bytes.first else { return nil }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let continuation = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    if continuation.count < length - 1 {
      // Incomplete, or cut short by something else.
      return bytes.count > 1 + continuation.count ? (.nothing, 1 + continuation.count) : nil
    }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return (.nothing, length) }
    return (.key(.text(text)), length)
  }
}
