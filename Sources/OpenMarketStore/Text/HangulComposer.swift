/// Makes syllables of letters as they are typed, as the input method of a two-set keyboard does.
struct HangulComposer {
  private(set) var text = String.UnicodeScalarView()
  private var initial: Unicode.Scalar?
  private var medial: Unicode.Scalar?
  private var final: Unicode.Scalar?

  mutating func type(_ jamo: Unicode.Scalar) {
    if Hangul.isConsonant(jamo) { typeConsonant(jamo) } else { typeVowel(jamo) }
  }

  private mutating func typeConsonant(_ jamo: Unicode.Scalar) {
    if initial != nil, medial != nil {
      if final == nil, Hangul.finals.contains(jamo) {
        final = jamo
        return
      }
      if let open = final, let compound = TwoSetKeyboard.compound(open, jamo) {
        final = compound
        return
      }
    }
    finish()
    initial = jamo
  }

  private mutating func typeVowel(_ jamo: Unicode.Scalar) {
    if let closed = final {  // what closed the syllable, or its second half, opens the next one
      let (kept, moved) = Self.parts(of: closed)
      final = kept
      finish()
      initial = moved
      medial = jamo
    } else if let open = medial {
      if let compound = TwoSetKeyboard.compound(open, jamo) {
        medial = compound
      } else {
        finish()
        medial = jamo
      }
    } else {
      medial = jamo
    }
  }

  private static func parts(of final: Unicode.Scalar) -> (Unicode.Scalar?, Unicode.Scalar) {
    guard let keys = TwoSetKeyboard.strokes(of: final), keys.count == 2,
      let first = TwoSetKeyboard.jamo(ofKey: keys[0]), let second = TwoSetKeyboard.jamo(ofKey: keys[1])
    else { return (nil, final) }
    return (first, second)
  }

  /// Ends the syllable being typed.
  mutating func finish() {
    if let initial, let medial, let first = Hangul.initials.firstIndex(of: initial),
      let second = Hangul.medials.firstIndex(of: medial)
    {
      let third = final.flatMap { Hangul.finals.firstIndex(of: $0) } ?? 0
      text.append(Hangul.syllable(.init(initial: first, medial: second, final: third)))
    } else {
      if let initial { text.append(initial) }
      if let medial { text.append(medial) }
    }
    initial = nil
    medial = nil
    final = nil
  }
}
