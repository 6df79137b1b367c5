/// The arithmetic of Hangul: syllables, the letters (jamo) in them, and the letters by themselves.
///
/// After The Unicode Standard, 3.12 "Conjoining Jamo Behavior". A letter by itself is always one of the
/// *compatibility* jamo ㄱ…ㅣ (U+3131…U+3163), which is what keyboards emit.
enum Hangul {
  /// The letters of one syllable, as indices into ``initials``, ``medials`` and ``finals``; a final of 0 is none.
  struct Letters: Hashable {
    var initial: Int
    var medial: Int
    var final: Int
  }

  static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  static let medials = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
  /// The consonants that can close a syllable, after one position for "nothing".
  static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

  static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0xAC00 < 11_172 }

  /// Whether it is a letter by itself, consonant or vowel.
  static func isJamo(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x3131 < 51 }

  /// Whether it is a consonant by itself, compound ones such as ㄳ among them.
  static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x3131 < 30 }

  static func letters(of syllable: Unicode.Scalar) -> Letters {
    let index = Int(syllable.value) - 0xAC00
    return Letters(initial: index / 588, medial: index % 588 / 28, final: index % 28)
  }

  static func syllable(_ letters: Letters) -> Unicode.Scalar {
    let index = (letters.initial * 21 + letters.medial) * 28 + letters.final
    return Unicode.Scalar(UInt32(0xAC00 + index)) ?? " "
  }
}
