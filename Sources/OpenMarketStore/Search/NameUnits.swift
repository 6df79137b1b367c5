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
    /// Whether a space, punctuation or another kind stands before it.
    var startsWord: Bool
  }

  private(set) var scalars: [Unicode.Scalar] = []
  private(set) var units: [Unit] = []
  /// Each sign once (``SearchSigns``).
  private(set) var signs: [Unicode.Scalar] = []

  init(_ text: String) {
    scalars.reserveCapacity(text.utf8.count)
    units.reserveCapacity(text.utf8.count / 2)
    var openKind = ScriptClass.space
    var isApart = false
    TextFolder.fold(text) { scalar, _ in
      let kind = ScriptClass(scalar)
      defer { openKind = kind }
      switch kind {
      case .space: return
      case .other:
        isApart = true
        if SearchSigns.contains(scalar), !signs.contains(scalar) { signs.append(scalar) }
      case .letter where openKind == .letter, .digit where openKind == .digit:
        scalars.append(scalar)
        units[units.count - 1].range = units[units.count - 1].range.lowerBound..<scalars.count
      case .syllable, .letter, .digit:
        scalars.append(scalar)
        units.append(
          Unit(
            kind: kind, range: scalars.count - 1..<scalars.count, isApart: isApart,
            startsWord: openKind != kind))
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
}
