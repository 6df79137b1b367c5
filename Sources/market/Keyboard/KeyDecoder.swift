/// Makes keys of the bytes that a terminal sends, however these are cut into pieces.
///
/// UTF-8 becomes text, control bytes and the sequences of ECMA-48 (`ESC [ A` is the arrow up) become keys. What
/// is unknown or broken is passed over as a whole. The Esc key sends the byte with which sequences begin, and only
/// silence tells the two apart: see ``quiet()``.
struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  /// No sequence that means something to us is longer.
  private static let longestSequence = 32

  private var pending: [UInt8] = []

  /// Whether the Esc key and the beginning of a sequence are still to be told apart.
  var isUndecided: Bool { pending.first == Self.escape }

  /// The keys that are complete with `bytes`.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    var rest = pending[...]
    while let (key, length) = Self.next(in: rest) {
      rest = rest.dropFirst(length)
      if let key { keys.append(key) }
    }
    pending = Array(rest)
    return keys
  }

  /// Nothing has come for a while: a sequence that has begun is the Esc key.
  ///
  /// The rest of a character is waited for, as a slow line may deliver it in two parts.
  mutating func quiet() -> [Key] {
    guard isUndecided else { return [] }
    pending = []
    return [.escape]
  }

  /// The first key of `bytes`, which is `nil` when it means nothing, and its length; `nil` while incomplete.
  private static func next(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case escape: return sequence(in: bytes)
    case 0..<0x20, 0x7F: return (control(first), 1)
    default: return scalar(in: bytes)
    }
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0C: .redraw
    case 0x0E: .down  // Ctrl-N
    case 0x10: .up  // Ctrl-P
    case 0x15: .deleteAll
    case 0x17: .deleteWord
    case 0x1A: .suspend
    default: nil
    }
  }

  private static func sequence(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case escape: return (.escape, 1)
    case UInt8(ascii: "["):
      let parameters = bytes.dropFirst(2).prefix { !(0x40...0x7E ~= $0) }
      let length = 2 + parameters.count + 1
      guard length <= longestSequence else { return (nil, length - 1) }
      guard let final = bytes.dropFirst(length - 1).first else { return nil }
      return (parameters.isEmpty ? arrow(final) : nil, length)
    case UInt8(ascii: "O"): return bytes.dropFirst(2).first.map { (arrow($0), 3) }
    default:
      // Alt with another key.
      return next(in: bytes.dropFirst()).map { (nil, $0.length + 1) }
    }
  }

  private static func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    default: nil
    }
  }

  private static func scalar(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
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
      return bytes.count > 1 + continuation.count ? (nil, 1 + continuation.count) : nil
    }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return (nil, length) }
    return (.text(text), length)
  }
}
