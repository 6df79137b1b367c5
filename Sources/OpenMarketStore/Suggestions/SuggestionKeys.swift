/// The keys by which a suggestion is found while the user types.
///
/// The *jamo key* is the sequence of keystrokes that types the text on a two-set keyboard, without spaces, one
/// byte each: upper-case letters for Hangul keys, `!@#$%^&` for ㅃㅉㄸㄲㅆㅒㅖ, Latin letters in lower case, digits.
/// Whatever stands in a text field on the way to 맥북 (맥, 맥ㅂ, 맥부) has a key with which that of 맥북 begins;
/// elasticsearch-jaso-analyzer uses the same idea. The *choseong key* is `~` and the initial consonants.
struct SuggestionKeys {
  /// The most bytes of a key that are stored: what is longer is compared with the text itself.
  static let longestKey = 24
  static let longestChoseong = 12
  static let choseongMark = UInt8(ascii: "~")

  /// The jamo key of the whole text: texts that differ only in case, width or spaces have the same one.
  private(set) var key: [UInt8] = []
  /// The initial consonants of the whole text, one byte for each syllable.
  private(set) var choseong: [UInt8] = []

  /// Beginnings of words: where in ``key`` and in ``choseong``, and whether with Hangul.
  private(set) var starts: [(key: Int, choseong: Int, isHangul: Bool)] = []

  /// The number of Hangul syllables, to tell whether a typed text asks for initial consonants.
  private var syllableCount = 0
  private var vowelCount = 0
  private var consonantCount = 0

  init(_ folded: [Unicode.Scalar]) {
    key.reserveCapacity(folded.count * 3)
    var kind = ScriptClass.space
    for scalar in folded {
      let next = ScriptClass(scalar)
      defer { kind = next }
      guard !next.isSeparator else { continue }
      if Self.startsWord(next, after: kind) {
        starts.append((key.count, choseong.count, Hangul.isSyllable(scalar)))
      }
      append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let strokes = TwoSetKeyboard.strokes(of: scalar) {
      let begin = key.count
      for stroke in strokes { key.append(Self.byte(ofKeystroke: stroke)) }
      if Hangul.isSyllable(scalar) {
        syllableCount += 1
        choseong.append(key[begin])
      } else {
        if Hangul.isConsonant(scalar) { consonantCount += strokes.count } else { vowelCount += 1 }
        choseong += key[begin...]
      }
    } else {
      key.append(scalar: scalar)
      choseong.append(scalar: scalar)
    }
  }

  /// Appends the jamo key of one scalar, which is no separator.
  static func append(_ scalar: Unicode.Scalar, to key: inout [UInt8]) {
    guard let strokes = TwoSetKeyboard.strokes(of: scalar) else { return key.append(scalar: scalar) }
    for stroke in strokes { key.append(byte(ofKeystroke: stroke)) }
  }

  private static func byte(ofKeystroke key: UInt8) -> UInt8 {
    switch key {
    case UInt8(ascii: "Q"): UInt8(ascii: "!")
    case UInt8(ascii: "W"): UInt8(ascii: "@")
    case UInt8(ascii: "E"): UInt8(ascii: "#")
    case UInt8(ascii: "R"): UInt8(ascii: "$")
    case UInt8(ascii: "T"): UInt8(ascii: "%")
    case UInt8(ascii: "O"): UInt8(ascii: "^")
    case UInt8(ascii: "P"): UInt8(ascii: "&")
    default: key & 0xDF
    }
  }

  /// Whether a typed text asks for initial consonants: two or more of them, and no other Hangul.
  var asksForChoseong: Bool { syllableCount == 0 && vowelCount == 0 && consonantCount >= 2 }

  /// Calls `body` with the keys to store, from every beginning of a word; the same one may come twice.
  func forEachStored(_ body: (ArraySlice<UInt8>) -> Void) {
    for start in starts {
      body(Self.cut(key[start.key...], to: Self.longestKey))
      guard start.isHangul else { continue }
      let initials = Self.cut(choseong[start.choseong...], to: Self.longestChoseong - 1)
      guard initials.count > 1 else { continue }
      var marked: [UInt8] = []
      marked.reserveCapacity(Self.longestChoseong)
      marked.append(Self.choseongMark)
      marked += initials
      body(marked[...])
    }
  }

  /// The beginning of a key of at most so many bytes, which ends where a scalar does.
  static func cut(_ key: ArraySlice<UInt8>, to most: Int) -> ArraySlice<UInt8> {
    guard key.count > most else { return key }
    var end = key.startIndex + most
    while end > key.startIndex, key[end] & 0xC0 == 0x80 { end -= 1 }
    return key[..<end]
  }

  /// Whether a word begins with a character of the class `kind` that follows one of the class `previous`.
  private static func startsWord(_ kind: ScriptClass, after previous: ScriptClass) -> Bool {
    !kind.isSeparator
      && (previous.isSeparator || (kind != previous && kind != .digit && previous != .digit))
  }

  /// The part of `folded` that a typed key stands for, at the first beginning of a word that it fits.
  ///
  /// Reads no further than the key goes: ten suggestions are told where they match at every keystroke.
  static func match(_ typed: [UInt8], isChoseong: Bool, in folded: [Unicode.Scalar]) -> Range<Int>? {
    var kind = ScriptClass.space
    for start in folded.indices {
      let next = ScriptClass(folded[start])
      if startsWord(next, after: kind),
        let end = end(of: typed, isChoseong: isChoseong, in: folded, from: start)
      {
        return start..<end
      }
      kind = next
    }
    return nil
  }

  private static func end(
    of typed: [UInt8], isChoseong: Bool, in folded: [Unicode.Scalar], from start: Int
  ) -> Int? {
    var matched = 0
    for index in start..<folded.count {
      let scalar = folded[index]
      if let strokes = TwoSetKeyboard.strokes(of: scalar) {
        let count = isChoseong && Hangul.isSyllable(scalar) ? 1 : strokes.count
        for stroke in strokes.prefix(count) where matched < typed.count {
          guard typed[matched] == byte(ofKeystroke: stroke) else { return nil }
          matched += 1
        }
      } else if !ScriptClass(scalar).isSeparator {
        for byte in UTF8.encode(scalar) ?? .init() where matched < typed.count {
          guard typed[matched] == byte else { return nil }
          matched += 1
        }
      }
      if matched == typed.count { return index + 1 }
    }
    return nil
  }
}
