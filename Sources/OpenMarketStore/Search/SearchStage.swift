/// One stage of a search: every piece of the text, with what may stand for it.
///
/// A name is a hit when it has one choice of every piece.
struct SearchStage: Sendable, Hashable {
  /// The choices of every piece, the typed one first; in the first stage there is no other.
  let choices: [[SearchTerms.Piece]]
  private let typed: SearchTerms
  private let isTextItself: Bool
  private let sought: [[SoughtPiece]]

  init(_ choices: [[SearchTerms.Piece]]) {
    self.choices = choices
    typed = SearchTerms(pieces: choices.compactMap(\.first))
    isTextItself = choices.allSatisfy { $0.count == 1 }
    sought = choices.enumerated().map { index, pieces in
      pieces.map { SoughtPiece($0, isLast: index == choices.count - 1) }
    }
  }

  /// The text itself.
  init(_ terms: SearchTerms) { self.init(terms.pieces.map { [$0] }) }

  /// Whether all pieces stand in a name; no name has those of an empty text.
  func isHit(_ name: NameUnits) -> Bool {
    !sought.isEmpty && sought.allSatisfy { pieces in pieces.contains { $0.stands(in: name) } }
  }

  /// The text as a name has it: of every piece the first choice that stands in it.
  func terms(in name: String) -> SearchTerms {
    guard !isTextItself else { return typed }
    let units = NameUnits(name)
    return SearchTerms(
      pieces: zip(choices, sought).compactMap { pieces, sought in
        zip(pieces, sought).first { $0.1.stands(in: units) }?.0 ?? pieces.first
      })
  }

  /// The hit for a product whose name is one.
  func hit(_ stored: StoredProduct) -> SearchHit {
    let name = stored.product.name
    let terms = terms(in: name)
    var words: [String: String] = [:]
    for (typed, found) in zip(typed.pieces, terms.pieces) where typed != found {
      words[typed.text] = found.spacedText
    }
    let compact = CompactName(name)
    return SearchHit(
      stored: stored, matches: compact.matches(of: terms),
      match: words.isEmpty ? .text : .equivalents(words), rank: SearchRank(of: compact, for: terms))
  }
}

/// A piece made ready to be looked for in names.
private struct SoughtPiece: Hashable {
  private let units: [SearchTerms.Unit]
  /// Which initial consonant follows.
  private let next: Int?
  /// Whether its last unit may go on.
  private let isOpen: Bool
  /// The units of Hangul words that stand for typed ones: they begin or end a word of the name.
  private let words: [Range<Int>]

  init(_ piece: SearchTerms.Piece, isLast: Bool) {
    let units = piece.units
    (self.units, next) = (units, piece.next)
    isOpen = isLast && units.last?.mayGoOn ?? false
    var words: [Range<Int>] = []
    var start = 0
    for run in piece.runs {
      let end = start + (run.kind == .syllable ? run.scalars.count : 1)
      if run.isEquivalent, run.kind == .syllable { words.append(start..<end) }
      start = end
    }
    self.words = words
  }

  func stands(in name: NameUnits) -> Bool {
    guard units.count <= name.units.count else { return false }
    return (0...(name.units.count - units.count)).contains { stands(in: name, at: $0) }
  }

  private func stands(in name: NameUnits, at place: Int) -> Bool {
    units.indices.allSatisfy { index in
      let unit = name.units[place + index]
      guard unit.kind == units[index].kind, index == 0 || !name.isBroken(before: place + index) else {
        return false
      }
      return units[index].matches(
        name.scalars[unit.range], mayBeginInside: index == 0 && units[0].isPartOfWords,
        mayGoOn: isOpen && index == units.count - 1)
    } && (next.map { name.continues(at: place + units.count, with: $0) } ?? true)
      && words.allSatisfy {
        name.startsWord(at: place + $0.lowerBound) || name.startsWord(at: place + $0.upperBound)
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

  /// Whether a word begins with the unit at `index`, or the name ends before it.
  fileprivate func startsWord(at index: Int) -> Bool { index >= units.count || units[index].startsWord }

  /// Whether the syllable at `index` continues the one before it, and begins with a consonant.
  fileprivate func continues(at index: Int, with initial: Int) -> Bool {
    guard index < units.count, units[index].kind == .syllable, !isBroken(before: index) else { return false }
    let scalar = scalars[units[index].range.lowerBound]
    return Hangul.isSyllable(scalar) && Hangul.letters(of: scalar).initial == initial
  }
}
