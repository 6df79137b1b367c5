/// How well a name matches a search: what a user who types a name in full or from its beginning expects
/// comes before names that merely contain the words, and whole words come before parts of them.
enum SearchRank: Comparable {
  /// The name is what was typed, but for case, spaces and punctuation.
  case same
  /// The name begins with it, up to the end of a word.
  case beginning
  /// The name begins with it, and the word goes on.
  case beginningPart
  /// It stands in the name as typed, from the beginning of a word to the end of one; or every piece does.
  case word
  /// It stands in the name as typed, from the beginning of a word; or every piece begins a word.
  case wordPart
  case inside
  /// Some piece stands only across a space, from inside a word to inside another: 의자 in 우리의 자기계발서.
  case across

  init(of name: CompactName, for terms: SearchTerms) {
    let typed = terms.pieces.flatMap(\.scalars)
    if name.scalars.starts(with: typed) {
      // No name is what was typed when that is signs alone: the index has no token for such names.
      self =
        name.scalars.count == typed.count && !typed.isEmpty
        ? .same : name.endsWord(at: typed.count) ? .beginning : .beginningPart
    } else if name.has(
      typed, terms.pieces, where: { name.startsWord[$0.lowerBound] && name.endsWord(at: $0.upperBound) })
    {
      self = .word
    } else if name.has(typed, terms.pieces, where: { name.startsWord[$0.lowerBound] }) {
      self = .wordPart
    } else {
      self = terms.pieces.contains { name.hasOnlyAcrossWords($0.scalars) } ? .across : .inside
    }
  }
}

extension SearchRank {
  /// The rank of a text of which some pieces stand elsewhere than in the name: that of the worst piece, each in the field
  /// that has it best. The name is never what was typed.
  init(of texts: SearchedTexts, for terms: SearchTerms) {
    let fields = SearchField.allCases.compactMap { texts[$0].map { CompactName($0) } }
    self =
      terms.pieces.map { piece in
        fields.filter { !$0.occurrences(of: piece.scalars).isEmpty }
          .map { SearchRank(of: $0, for: SearchTerms(pieces: [piece])) }.min() ?? .inside
      }.max().map { max($0, .beginning) } ?? .inside
  }
}

extension CompactName {
  /// Whether what was typed stands so in the name as a whole, or else each piece.
  fileprivate func has(
    _ typed: [Unicode.Scalar], _ pieces: [SearchTerms.Piece], where isGood: (Range<Int>) -> Bool
  ) -> Bool {
    occurrences(of: typed).contains(where: isGood)
      || pieces.allSatisfy { occurrences(of: $0.scalars).contains(where: isGood) }
  }

  /// Whether a word ends before the scalar at `index`.
  func endsWord(at index: Int) -> Bool { index == scalars.count || startsWord[index] }

  /// Whether each occurrence goes from inside a word into another one.
  fileprivate func hasOnlyAcrossWords(_ piece: [Unicode.Scalar]) -> Bool {
    let places = occurrences(of: piece)
    return !places.isEmpty
      && places.allSatisfy { place in
        !startsWord[place.lowerBound] && !endsWord(at: place.upperBound)
          && place.dropFirst().contains { index in
            // Where letters meet digits, no space is needed.
            startsWord[index] && ScriptClass(scalars[index]) == ScriptClass(scalars[index - 1])
          }
      }
  }
}
