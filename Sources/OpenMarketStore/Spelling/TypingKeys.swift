/// A run of Hangul or of Latin letters as the keys that type it, one byte each.
///
/// The low five bits are the key, 1 for A to 26 for Z. Keys with the same low bits are the same for the budget of
/// errors, and differ only in ``TypingCost/slight``: ㄲ is ㄱ with ``shift``, and ㅞ is ㅙ with ``mark``, as they
/// sound alike in 왠지 and 웬지 but share no key.
struct TypingKeys: Hashable {
  static let shift: UInt8 = 0x20
  static let mark: UInt8 = 0x40

  private(set) var bytes: [UInt8] = []
  /// For each scalar of the run, where in ``bytes`` its keys end.
  private(set) var ends: [Int] = []
  private(set) var isHangul = false

  /// The first run of a folded text, or none when the text begins with anything else; no longer than `limit` keys.
  init(firstOf folded: some Sequence<Unicode.Scalar>, limit: Int = .max) {
    for scalar in folded {
      if let strokes = TwoSetKeyboard.strokes(of: scalar) {
        guard isHangul || bytes.isEmpty else { return }
        isHangul = true
        append(strokes)
      } else if scalar.value &- 0x61 < 26 {
        guard !isHangul else { return }
        bytes.append(UInt8(scalar.value) & 0x1F)
      } else {
        return
      }
      ends.append(bytes.count)
      if bytes.count > limit { return }
    }
  }

  private mutating func append(_ strokes: Keystrokes) {
    for stroke in strokes { bytes.append(stroke & 0x1F | (stroke & 0x20 == 0 ? Self.shift : 0)) }
    guard strokes.count > 1 else { return }
    for index in (bytes.count - strokes.count)..<(bytes.count - 1)
    where bytes[index] == UInt8(ascii: "n") & 0x1F && bytes[index + 1] == UInt8(ascii: "p") & 0x1F {
      bytes[index] = UInt8(ascii: "h") & 0x1F | Self.mark
      bytes[index + 1] = UInt8(ascii: "o") & 0x1F | Self.mark
    }
  }
}
