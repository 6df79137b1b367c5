/// How well a name matches a search: what somebody who types a name in full or from its beginning expects
/// comes before names that merely contain the words.
enum SearchRank: Int {
  /// The name is what was typed, but for case, spaces and punctuation.
  case same
  /// The name begins with it.
  case beginning
  /// It stands in the name as typed, from the beginning of a word; or every piece begins a word.
  case word
  case inside
  /// Some piece stands only across a space, from inside a word to inside another: 의자 in 우리의 자기계발서.
  case across

  init(of name: CompactName, for terms: SearchTerms) {
    let typed = terms.pieces.flatMap(\.scalars)
    if name.scalars.starts(with: typed) {
      self = name.scalars.count == typed.count ? .same : .beginning
    } else if name.occurrences(of: typed).contains(where: { name.startsWord[$0.lowerBound] })
      || terms.pieces.allSatisfy({ piece in
        name.occurrences(of: piece.scalars).contains { name.startsWord[$0.lowerBound] }
      })
    {
      self = .word
    } else {
      self = terms.pieces.contains { name.hasOnlyAcrossWords($0.scalars) } ? .across : .inside
    }
  }
}

extension CompactName {
  /// Whether each occurrence goes from inside a word into another one.
  fileprivate func hasOnlyAcrossWords(_ piece: [Unicode.Scalar]) -> Bool {
    let places = occurrences(of: piece)
    return !places.isEmpty
      && places.allSatisfy { place in
        !startsWord[place.lowerBound] && place.upperBound < scalars.count && !startsWord[place.upperBound]
          && place.dropFirst().contains { index in
            // Where letters meet digits, no space is needed.
            startsWord[index] && ScriptClass(scalars[index]) == ScriptClass(scalars[index - 1])
          }
      }
  }
}
