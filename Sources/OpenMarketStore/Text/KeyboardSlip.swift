/// Conversion of texts typed with the keyboard set to the wrong language (영타, 한타).
enum KeyboardSlip {
  /// The Hangul that the same keys make: `dkdlvhs` → 아이폰; `nil` when there are no Latin letters in `text` that can be meant
  /// so.
  ///
  /// Letters that make consonants alone are meant as they are beside other words, such as `tv` or `ssd`; alone they may be
  /// the initial consonants of a word. Takes the text as typed, as shift tells ㄲ from ㄱ.
  static func hangul(typedAs text: String) -> String? {
    var meant = String.UnicodeScalarView()
    var hasHangul = false
    var rest = text.unicodeScalars[...]
    let count = rest.count
    while let first = rest.first {
      guard asciiLetter(first) != nil else {
        meant.append(first)
        rest.removeFirst()
        continue
      }
      let word = rest.prefix { asciiLetter($0) != nil }
      rest = rest[word.endIndex...]
      let isAlone = word.count == count
      let composed = composed(word)
      if isAlone || word.count == 1 || composed.contains(where: { !Hangul.isConsonant($0) }) {
        meant.append(contentsOf: composed)
        hasHangul = true
      } else {
        meant.append(contentsOf: word)
      }
    }
    return hasHangul ? String(meant) : nil
  }

  private static func composed(_ letters: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
    var composer = HangulComposer()
    for letter in letters {
      if let jamo = asciiLetter(letter).flatMap(TwoSetKeyboard.jamo) { composer.type(jamo) }
    }
    composer.finish()
    return composer.text
  }

  /// The Latin text that the same keys make: ㅑㅔㅙㅜㄷ → iphone; `nil` when there is no Hangul in `text` that can be meant so:
  /// one letter is none, nor are the two of a whole syllable.
  static func latin(typedAs text: String) -> String? {
    var latin = ""
    var hasHangul = false
    let scalars = FoldedText.scalars(of: text)
    for (index, scalar) in scalars.enumerated() {
      guard let keys = TwoSetKeyboard.strokes(of: scalar) else {
        latin.unicodeScalars.append(scalar)
        continue
      }
      latin += String(decoding: keys, as: UTF8.self).lowercased()
      hasHangul = true
      let isAlone =
        (index == 0 || TwoSetKeyboard.strokes(of: scalars[index - 1]) == nil)
        && (index + 1 == scalars.count || TwoSetKeyboard.strokes(of: scalars[index + 1]) == nil)
      if isAlone, keys.count < 3 { return nil }
    }
    return hasHangul ? latin : nil
  }

  /// The ASCII letter of a letter key, full-width ones alike.
  private static func asciiLetter(_ scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value &- 0xFF01 < 94 ? scalar.value - 0xFF01 + 0x21 : scalar.value
    return (value | 0x20) &- 0x61 < 26 ? UInt8(value) : nil
  }
}
