/// Conversion of texts typed with the keyboard set to the wrong language (영타, 한타).
enum KeyboardSlip {
  /// The Hangul that the same keys make: `dkdlvhs` → 아이폰; `nil` when there are no Latin letters in `text`.
  ///
  /// Takes the text as typed, as shift tells ㄲ from ㄱ.
  static func hangul(typedAs text: String) -> String? {
    var composer = HangulComposer()
    var hasLetters = false
    for scalar in text.unicodeScalars {
      if let key = asciiLetter(scalar), let jamo = TwoSetKeyboard.jamo(ofKey: key) {
        composer.type(jamo)
        hasLetters = true
      } else {
        composer.append(scalar)
      }
    }
    composer.finish()
    return hasLetters ? String(composer.text) : nil
  }

  /// The Latin text that the same keys make: ㅑㅔㅙㅜㄷ → iphone; `nil` when there is no Hangul in `text`.
  static func latin(typedAs text: String) -> String? {
    var latin = ""
    var hasHangul = false
    for scalar in FoldedText.scalars(of: text) {
      if let keys = TwoSetKeyboard.strokes(of: scalar) {
        latin += String(decoding: keys, as: UTF8.self).lowercased()
        hasHangul = true
      } else {
        latin.unicodeScalars.append(scalar)
      }
    }
    return hasHangul ? latin : nil
  }

  /// The ASCII letter of a letter key, full-width ones alike.
  private static func asciiLetter(_ scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value &- 0xFF01 < 94 ? scalar.value - 0xFF01 + 0x21 : scalar.value
    return (value | 0x20) &- 0x61 < 26 ? UInt8(value) : nil
  }
}
