/// A search text, made ready to be looked for in names: the one rule that says which name is a hit.
///
/// Names of the store and names in no index, such as those of listings that are not on the server yet, are held
/// against it alike.
package struct NameSearch: Sendable, Hashable {
  fileprivate struct Piece: Hashable {
    var units: [SearchTerms.Unit]
    /// Which initial consonant follows.
    var next: Int?
    /// Whether its last unit may go on.
    var isOpen: Bool
  }

  let terms: SearchTerms
  private let pieces: [Piece]

  /// Prepares a text as it was typed.
  package init(_ text: String) { self.init(SearchTerms(text)) }

  init(_ terms: SearchTerms) {
    self.terms = terms
    pieces = terms.pieces.enumerated().map { index, piece in
      let units = piece.units
      let isLast = index == terms.pieces.count - 1
      return Piece(units: units, next: piece.next, isOpen: isLast && units.last?.kind != .syllable)
    }
  }

  /// Returns the parts of `name` to be highlighted; `nil` when it is no hit.
  ///
  /// Takes some microseconds.
  package func matches(in name: String) -> [Range<String.Index>]? {
    isHit(NameUnits(name)) ? CompactName(name).matches(of: terms) : nil
  }

  /// Whether all pieces stand in a name; no name has those of an empty text.
  func isHit(_ name: NameUnits) -> Bool {
    !pieces.isEmpty && pieces.allSatisfy { $0.stands(in: name) }
  }
}

extension NameSearch.Piece {
  fileprivate func stands(in name: NameUnits) -> Bool {
    guard units.count <= name.units.count else { return false }
    return (0...(name.units.count - units.count)).contains { place in
      units.indices.allSatisfy { index in
        let unit = name.units[place + index]
        guard unit.kind == units[index].kind, index == 0 || !name.isBroken(before: place + index) else {
          return false
        }
        return units[index].matches(
          name.scalars[unit.range], mayBeginInside: index == 0 && units[0].isPartOfWords,
          mayGoOn: isOpen && index == units.count - 1)
      } && (next.map { name.continues(at: place + units.count, with: $0) } ?? true)
    }
  }
}

extension SearchTerms.Unit {
  fileprivate func matches(
    _ whole: ArraySlice<Unicode.Scalar>, mayBeginInside: Bool, mayGoOn: Bool
  ) -> Bool {
    guard scalars.count <= whole.count else { return false }
    return switch (mayBeginInside, mayGoOn) {
    case (false, false): whole.elementsEqual(scalars)
    case (false, true): whole.starts(with: scalars)
    case (true, false): whole.suffix(scalars.count).elementsEqual(scalars)
    case (true, true):
      (0...(whole.count - scalars.count)).contains { whole.dropFirst($0).starts(with: scalars) }
    }
  }
}

extension NameUnits {
  fileprivate func isBroken(before index: Int) -> Bool {
    units[index].isApart && units[index].kind == .syllable && units[index - 1].kind == .syllable
  }

  /// Whether the syllable at `index` continues the one before it, and begins with a consonant.
  fileprivate func continues(at index: Int, with initial: Int) -> Bool {
    guard index < units.count, units[index].kind == .syllable, !isBroken(before: index) else { return false }
    let scalar = scalars[units[index].range.lowerBound]
    return Hangul.isSyllable(scalar) && Hangul.letters(of: scalar).initial == initial
  }
}
