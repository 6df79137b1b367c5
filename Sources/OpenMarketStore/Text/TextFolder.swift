import Foundation

/// Brings text into the one form in which names and queries are compared.
///
/// Compatibility decomposition, without diacritics, case-folded, Hangul composed again: `Ａ`, `a` and `á` are
/// `a`; decomposed, half-width and precomposed 한 are 한; ㎏ is kg. Letters typed by themselves (ㄱ, U+3131…)
/// stay as they are, where NFKC would turn them into parts of syllables. Invisible characters go.
///
/// Text of ASCII and precomposed Hangul, nearly everything in a Korean market, never reaches Foundation,
/// whose normalisation costs about a microsecond a character on Linux.
struct TextFolder {
  /// Called for every folded scalar with the UTF-8 offsets of what it was made from.
  typealias Emit = (_ scalar: Unicode.Scalar, _ origin: Range<Int>) -> Void

  /// A syllable, or its beginning, that the next scalar may still extend.
  private enum Pending {
    case nothing
    case initial(Int, Range<Int>)
    case open(Unicode.Scalar, Range<Int>)
  }

  private var pending = Pending.nothing

  /// Folds `text` from its beginning to its end.
  static func fold(_ text: String, emit: Emit) {
    var folder = TextFolder()
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var offset = 0
    while index != scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let start = offset
      offset += UTF8.width(scalar)
      if scalar.isASCII {
        folder.flush(emit)
        emit(lowercase(scalar), start..<offset)
      } else if isUnchanged(scalar) || isConjoining(scalar) {
        folder.append(scalar, start..<offset, emit)
      } else if scalar.value &- 0xFF01 < 94 {  // full-width ASCII
        folder.flush(emit)
        emit(lowercase(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))), start..<offset)
      } else {
        var segment = String.UnicodeScalarView([scalar])
        while index != scalars.endIndex, scalars[index].properties.canonicalCombiningClass != .notReordered {
          segment.append(scalars[index])
          offset += UTF8.width(scalars[index])
          index = scalars.index(after: index)
        }
        for part in anything(String(segment)) { folder.append(part, start..<offset, emit) }
      }
    }
    folder.flush(emit)
  }

  /// Takes a normalised scalar, composing Hangul.
  private mutating func append(_ scalar: Unicode.Scalar, _ origin: Range<Int>, _ emit: Emit) {
    let value = scalar.value
    if Hangul.isSyllable(scalar) {
      flush(emit)
      pending = .open(scalar, origin)
    } else if value &- 0x1100 < 19 {
      flush(emit)
      pending = .initial(Int(value - 0x1100), origin)
    } else if value &- 0x1161 < 21 {
      let medial = Int(value - 0x1161)
      if case .initial(let initial, let start) = pending {
        let syllable = Hangul.syllable(.init(initial: initial, medial: medial, final: 0))
        pending = .open(syllable, start.lowerBound..<origin.upperBound)
      } else {
        flush(emit)
        emit(Hangul.medials[medial], origin)
      }
    } else if value &- 0x11A8 < 27 {
      let final = Int(value - 0x11A7)
      if case .open(let syllable, let start) = pending, (syllable.value - 0xAC00).isMultiple(of: 28) {
        pending = .nothing
        let closed = Unicode.Scalar(syllable.value + UInt32(final)) ?? syllable
        emit(closed, start.lowerBound..<origin.upperBound)
      } else {
        flush(emit)
        emit(Hangul.finals[final], origin)
      }
    } else {
      flush(emit)
      emit(scalar, origin)
    }
  }

  private mutating func flush(_ emit: Emit) {
    switch pending {
    case .nothing: return
    case .initial(let initial, let origin): emit(Hangul.initials[initial], origin)
    case .open(let syllable, let origin): emit(syllable, origin)
    }
    pending = .nothing
  }

  // MARK: Single scalars

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value &- 0x41 < 26 ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar
  }

  /// Scalars that are their own folded form and come in masses: Hangul, letters by themselves, CJK, emoji.
  private static func isUnchanged(_ scalar: Unicode.Scalar) -> Bool {
    Hangul.isSyllable(scalar) || Hangul.isJamo(scalar)
      || scalar.value &- 0x4E00 < 0x51F0  // CJK unified ideographs
      || scalar.value &- 0x1F300 < 0x800  // emoji
  }

  /// Initials, vowels and finals of modern Hangul in decomposed text.
  private static func isConjoining(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value &- 0x1100 < 19 || scalar.value &- 0x1161 < 21 || scalar.value &- 0x11A8 < 27
  }

  /// The folded scalars of one character with its marks, the slow way.
  private static func anything(_ segment: String) -> [Unicode.Scalar] {
    var folded: [Unicode.Scalar] = []
    for scalar in segment.decomposedStringWithCompatibilityMapping.unicodeScalars
    where !isDiacritic(scalar) && !scalar.properties.isDefaultIgnorableCodePoint {
      // Upper case first, so that ß is ss and ς is σ: full case folding, which Foundation has no name for.
      for upper in scalar.properties.uppercaseMapping.unicodeScalars {
        let lower = upper.properties.lowercaseMapping.unicodeScalars
        folded += lower.lazy.filter { !isDiacritic($0) }
      }
    }
    return folded
  }

  /// The marks on Latin, Greek and Cyrillic letters; those of other scripts carry meaning.
  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
