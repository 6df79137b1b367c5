/// A search text as the bytes that most names have for it, with which a name need not be folded.
///
/// It only knows some of the names that have the text, and some that do not: in others it may be in full-width or decomposed
/// characters, or have spaces elsewhere.
struct VerbatimText: Sendable {
  fileprivate struct Choice {
    /// The scalars one after the other, ASCII letters in lower case, with a space between runs of one class.
    var utf8: [UInt8] = []
    /// Where each scalar is, without the spaces.
    var scalars: [Range<Int>] = []
    /// The class that the scalar before has not; `nil` where it may be any. The same for the one behind.
    var notAfter: ScriptClass?
    var notBefore: ScriptClass?
    /// Whether it begins or ends a word.
    var isAtWord: Bool
    /// Whether a name has it only with all its scalars one behind the other, separators included.
    var isSigned = false
  }

  /// Those of every piece that have bytes of their own.
  private let pieces: [[Choice]]
  /// Whether these are all.
  private let isComplete: Bool

  /// Takes the choices of every piece, and the parts with signs; `nil` where bytes say nothing of one.
  init?(_ pieces: [[SearchTerms.Piece]], signed: [[Unicode.Scalar]] = []) {
    self.pieces =
      pieces.enumerated().map { index, choices in
        choices.compactMap { Choice($0, isLast: index == pieces.count - 1) }
      } + signed.map { [Choice(signed: $0)] }
    guard !self.pieces.isEmpty, !self.pieces.contains(where: \.isEmpty) else { return nil }
    isComplete = zip(pieces, self.pieces).allSatisfy { $0.count == $1.count }
  }

  /// Whether a name in UTF-8 surely has a choice of every piece.
  @unsafe func isSurely(in name: UnsafeRawBufferPointer) -> Bool {
    pieces.allSatisfy { $0.contains { unsafe $0.isSurely(in: name) } }
  }

  /// Whether a name in UTF-8 surely lacks all choices of a piece: a character of each, or all of what has signs.
  @unsafe func isSurelyNot(in name: UnsafeRawBufferPointer) -> Bool {
    guard isComplete, unsafe Self.isPlain(name) else { return false }
    return pieces.contains { $0.allSatisfy { unsafe $0.isSurelyNot(in: name) } }
  }

  /// Whether all is ASCII and Hangul syllables, which folding leaves where they are.
  private static func isPlain(_ name: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < name.count {
      if unsafe name[place] < 0x80 {
        place += 1
      } else if unsafe isSyllable(name, at: place) {
        place += 3
      } else {
        return false
      }
    }
    return true
  }

  /// Whether a Hangul syllable begins there; a few are not told.
  fileprivate static func isSyllable(_ name: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start + 2 < name.count else { return false }
    return switch unsafe (name[start], name[start + 1]) {
    case (0xEA, 0xB0...), (0xEB...0xEC, _), (0xED, ..<0x9E): true
    default: false
    }
  }
}

extension VerbatimText.Choice {
  /// Takes one choice of a piece; `nil` where it is not of Hangul syllables and ASCII, or goes on with a consonant.
  fileprivate init?(_ piece: SearchTerms.Piece, isLast: Bool) {
    let units = piece.units
    guard piece.next == nil, let first = units.first, let last = units.last else { return nil }
    notAfter = first.kind == .syllable || first.isPartOfWords ? nil : first.kind
    notBefore = isLast && last.mayGoOn ? nil : last.kind
    // Beside another run it is at the border of a word.
    isAtWord = piece.runs.count == 1 && first.kind == .syllable && first.isEquivalent
    var kind: ScriptClass?
    for run in piece.runs {
      if run.kind == kind { utf8.append(UInt8(ascii: " ")) }
      kind = run.kind
      for scalar in run.scalars {
        guard scalar.isASCII || Hangul.isSyllable(scalar) else { return nil }
        let start = utf8.count
        utf8.append(scalar: scalar)
        scalars.append(start..<utf8.count)
      }
    }
  }

  fileprivate func isSurely(in name: UnsafeRawBufferPointer) -> Bool {
    guard utf8.count <= name.count else { return false }
    return (0...(name.count - utf8.count)).contains { start in
      unsafe has(utf8[...], name, at: start) && isApart(name, start..<start + utf8.count)
    }
  }

  /// Takes a part that stands as it is wherever a name has its bytes, unless its last syllable goes on.
  fileprivate init(signed: [Unicode.Scalar]) {
    for scalar in signed { utf8.append(scalar: scalar) }
    (notBefore, isAtWord, isSigned) = (
      signed.last.map(Hangul.isSyllable) == true ? .syllable : nil, false, true
    )
  }

  fileprivate func isSurelyNot(in name: UnsafeRawBufferPointer) -> Bool {
    if isSigned { return unsafe !isSurely(in: name) }
    return scalars.contains { scalar in
      scalar.count > name.count
        || !(0...(name.count - scalar.count)).contains { unsafe has(utf8[scalar], name, at: $0) }
    }
  }

  @inline(__always) private func has(
    _ bytes: ArraySlice<UInt8>, _ name: UnsafeRawBufferPointer, at start: Int
  ) -> Bool {
    var place = start
    for byte in bytes {
      let other = unsafe name[place]
      guard byte == (other &- 0x41 < 26 ? other | 0x20 : other) else { return false }
      place += 1
    }
    return true
  }

  /// Whether what stands at a place neither goes on before nor behind it, as far as that matters.
  private func isApart(_ name: UnsafeRawBufferPointer, _ place: Range<Int>) -> Bool {
    let (start, end) = (place.lowerBound, place.upperBound)
    let before = unsafe start > 0 ? name[start - 1] : 0x20
    let behind = unsafe end < name.count ? name[end] : 0x20
    if isAtWord, before >= 0x80, behind >= 0x80 { return false }
    if let notAfter {
      guard
        before < 0x80
          ? ScriptClass(Unicode.Scalar(before)) != notAfter
          : unsafe start >= 3 && VerbatimText.isSyllable(name, at: start - 3)
      else { return false }
    }
    guard let notBefore else { return true }
    if behind < 0x80 { return ScriptClass(Unicode.Scalar(behind)) != notBefore }
    return unsafe notBefore == .syllable
      ? TextFolder.endsSyllable(behind) : VerbatimText.isSyllable(name, at: end)
  }
}
