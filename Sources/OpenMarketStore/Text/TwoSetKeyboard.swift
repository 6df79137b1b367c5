/// The Korean standard keyboard, 두벌식 (KS X 5002): which keys make which letter.
///
/// Keystrokes are ASCII letters as on a QWERTY keyboard; an upper-case one was typed with shift.
package enum TwoSetKeyboard {
  /// The keys of ㄱ (U+3131) … ㅣ (U+3163), in that order.
  private static let keysOfJamo: [[UInt8]] = """
    r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g \
    k o i O j p u P h hk ho hl y n nj np nl b m ml l
    """.split(separator: " ").map { Array($0.utf8) }

  private static let jamoStrokes = keysOfJamo.map(Keystrokes.init)
  private static let initialStrokes = Hangul.initials.map(strokes(ofJamo:))
  private static let medialStrokes = Hangul.medials.map(strokes(ofJamo:))
  private static let finalStrokes = Hangul.finals.map {
    Hangul.isJamo($0) ? strokes(ofJamo: $0) : Keystrokes([])
  }

  /// The letter by itself that each ASCII key makes, shifted or not.
  private static let jamoOfKey: [UInt8: Unicode.Scalar] = {
    var table: [UInt8: Unicode.Scalar] = [:]
    for (offset, keys) in keysOfJamo.enumerated() where keys.count == 1 {
      table[keys[0]] = Unicode.Scalar(UInt32(0x3131 + offset))
    }
    // Shift changes nothing on the other keys.
    for key in UInt8(ascii: "a")...UInt8(ascii: "z") where table[key & 0xDF] == nil {
      table[key & 0xDF] = table[key]
    }
    return table
  }()

  private static func keys(ofJamo jamo: Unicode.Scalar) -> [UInt8] { keysOfJamo[Int(jamo.value) - 0x3131] }

  private static func strokes(ofJamo jamo: Unicode.Scalar) -> Keystrokes {
    jamoStrokes[Int(jamo.value) - 0x3131]
  }

  /// The keystrokes of a syllable or of a letter by itself, compound ones apart; `nil` for anything else.
  static func strokes(of scalar: Unicode.Scalar) -> Keystrokes? {
    if Hangul.isSyllable(scalar) {
      let letters = Hangul.letters(of: scalar)
      var strokes = initialStrokes[letters.initial]
      strokes.append(medialStrokes[letters.medial])
      strokes.append(finalStrokes[letters.final])
      return strokes
    }
    return Hangul.isJamo(scalar) ? strokes(ofJamo: scalar) : nil
  }

  /// The Latin letters on the keys of a syllable or of a letter by itself; `nil` for anything else.
  package static func latin(typedAs scalar: Unicode.Scalar) -> String? {
    strokes(of: scalar).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the letter that the key makes on its own; `nil` when it is no letter key.
  static func jamo(ofKey key: UInt8) -> Unicode.Scalar? { jamoOfKey[key] }

  /// The letter that two in a row become, such as ㅗ and ㅏ ㅘ; `nil` when they stay two.
  static func compound(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    guard Hangul.isJamo(first), Hangul.isJamo(second) else { return nil }
    return compounds[keys(ofJamo: first) + keys(ofJamo: second)]
  }

  private static let compounds: [[UInt8]: Unicode.Scalar] = {
    var table: [[UInt8]: Unicode.Scalar] = [:]
    for (offset, keys) in keysOfJamo.enumerated() where keys.count == 2 {
      table[keys] = Unicode.Scalar(UInt32(0x3131 + offset))
    }
    return table
  }()
}

/// The keys that make a letter or a syllable, in their order: at most five, in one word of memory.
struct Keystrokes: RandomAccessCollection {
  private var bytes: UInt64 = 0
  private(set) var endIndex = 0
  var startIndex: Int { 0 }

  init(_ keys: [UInt8]) {
    for key in keys {
      bytes |= UInt64(key) << (8 * endIndex)
      endIndex += 1
    }
  }

  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * index)) }

  fileprivate mutating func append(_ others: Keystrokes) {
    bytes |= others.bytes << (8 * endIndex)
    endIndex += others.endIndex
  }
}
