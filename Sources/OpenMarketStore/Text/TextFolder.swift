import Foundation
import OpenMarketHTTP

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

  static func fold(_ text: String, emit: Emit) {
    var text = text
    text.withUTF8 { unsafe fold($0, emit) }
  }

  /// Reads the bytes itself, which takes half the time of a String's scalars. They are valid, as a String's always are.
  private static func fold(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: Emit) {
    var folder = TextFolder()
    var offset = 0
    while offset < bytes.count {
      let start = offset
      let scalar = unsafe scalar(in: bytes, at: &offset)
      if scalar.isASCII {
        folder.flush(emit)
        emit(lowercase(scalar), start..<offset)
      } else if isUnchanged(scalar) || isConjoining(scalar) {
        if Hangul.isSyllable(scalar), unsafe offset == bytes.count || endsSyllable(bytes[offset]) {
          folder.flush(emit)
          emit(scalar, start..<offset)
        } else {
          folder.append(scalar, start..<offset, emit)
        }
      } else if scalar.value &- 0xFF01 < 94 {  // full-width ASCII
        folder.flush(emit)
        emit(lowercase(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))), start..<offset)
      } else {
        var segment = String.UnicodeScalarView([scalar])
        var marks = scalar.isMark ? 1 : 0
        while offset < bytes.count {
          var end = offset
          let mark = unsafe self.scalar(in: bytes, at: &end)
          guard mark.properties.canonicalCombiningClass != .notReordered else { break }
          // More count as absent, in names as in queries: Foundation sorts them in quadratic time.
          marks += 1
          if marks <= Unicode.Scalar.mostMarks { segment.append(mark) }
          offset = end
        }
        for part in anything(String(segment)) { folder.append(part, start..<offset, emit) }
      }
    }
    folder.flush(emit)
  }

  /// Whether nothing that begins with this byte is added to a syllable before it: ASCII, another syllable.
  static func endsSyllable(_ byte: UInt8) -> Bool { byte < 0x80 || 0xEA...0xED ~= byte }

  /// The scalar at `offset`, which is its end afterwards.
  @inline(__always) private static func scalar(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int
  ) -> Unicode.Scalar {
    let first = unsafe bytes[offset]
    offset += 1
    guard first >= 0x80 else { return Unicode.Scalar(first) }
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var value = UInt32(first) & (0x3F >> UInt32(count))
    for _ in 0..<count where offset < bytes.count {
      unsafe value = value << 6 | UInt32(bytes[offset] & 0x3F)
      offset += 1
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
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
