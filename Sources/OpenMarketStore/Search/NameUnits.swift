/// A text as the search sees it: syllables, words and numbers, one after the other.
///
/// Letters and digits are taken together from one border of a kind to the next, also across the end of a name's
/// word: AirPods2 and AirPods 2 are the same two units. Only syllables with punctuation in between are no neighbours.
struct NameUnits {
  struct Unit {
    var kind: ScriptClass
    var range: Range<Int>
    /// Whether punctuation stands between it and the unit before.
    var isApart: Bool
  }

  private(set) var scalars: [Unicode.Scalar] = []
  private(set) var units: [Unit] = []

  init(_ text: String) {
    scalars.reserveCapacity(text.utf8.count)
    var openKind = ScriptClass.space
    var isApart = false
    TextFolder.fold(text) { scalar, _ in
      let kind = ScriptClass(scalar)
      defer { openKind = kind }
      switch kind {
      case .space: return
      case .other: isApart = true
      case .letter where openKind == .letter, .digit where openKind == .digit:
        scalars.append(scalar)
        units[units.count - 1].range = units[units.count - 1].range.lowerBound..<scalars.count
      case .syllable, .letter, .digit:
        scalars.append(scalar)
        units.append(Unit(kind: kind, range: scalars.count - 1..<scalars.count, isApart: isApart))
        isApart = false
      }
    }
  }

  /// Whether the index has a token for two neighbours of these kinds; where it has none, they are looked for one by
  /// one and then in the name itself.
  ///
  /// Numbers follow most Korean words in some name or other: their tokens would be a tenth of the index.
  static func areIndexedTogether(_ first: ScriptClass, _ second: ScriptClass) -> Bool {
    switch (first, second) {
    case (.syllable, .syllable), (.digit, .syllable), (.digit, .letter), (.letter, .digit): true
    default: false
    }
  }

  // MARK: Comparing

  /// Whether all pieces of `terms` stand in the text.
  func match(_ terms: SearchTerms) -> Bool {
    terms.pieces.indices.allSatisfy { contain(terms.pieces[$0], isLast: $0 == terms.pieces.count - 1) }
  }

  private func contain(_ piece: SearchTerms.Piece, isLast: Bool) -> Bool {
    let sought = piece.units
    guard let end = sought.last, sought.count <= units.count else { return false }
    let isOpen = isLast && end.kind != .syllable
    return (0...(units.count - sought.count)).contains { place in
      sought.indices.allSatisfy { index in
        let unit = units[place + index]
        guard unit.kind == sought[index].kind, index == 0 || !isBroken(before: place + index) else {
          return false
        }
        return match(
          sought[index], unit, mayBeginInside: index == 0 && sought[0].isPartOfWords,
          mayGoOn: isOpen && index == sought.count - 1)
      } && (piece.next.map { begins(at: place + sought.count, with: $0) } ?? true)
    }
  }

  private func isBroken(before index: Int) -> Bool {
    units[index].isApart && units[index].kind == .syllable && units[index - 1].kind == .syllable
  }

  private func match(
    _ sought: SearchTerms.Unit, _ unit: Unit, mayBeginInside: Bool, mayGoOn: Bool
  ) -> Bool {
    let (text, whole) = (sought.scalars, scalars[unit.range])
    guard text.count <= whole.count else { return false }
    return switch (mayBeginInside, mayGoOn) {
    case (false, false): whole.elementsEqual(text)
    case (false, true): whole.starts(with: text)
    case (true, false): whole.suffix(text.count).elementsEqual(text)
    case (true, true):
      (0...(whole.count - text.count)).contains { whole.dropFirst($0).starts(with: text) }
    }
  }

  /// Whether the syllable at `index` continues the one before it, and begins with a consonant.
  private func begins(at index: Int, with initial: Int) -> Bool {
    guard index < units.count, units[index].kind == .syllable, !isBroken(before: index) else { return false }
    let scalar = scalars[units[index].range.lowerBound]
    return Hangul.isSyllable(scalar) && Hangul.letters(of: scalar).initial == initial
  }
}
