extension SearchQuery {
  /// The parts of `name` that the search would find in it if it were stored; `nil` when it would not find it.
  ///
  /// For names that are in no index, such as those of listings that are not on the server yet.
  package func matches(in name: String) -> [Range<String.Index>]? {
    let terms = SearchTerms(text)
    guard !terms.pieces.isEmpty else { return nil }
    let compact = CompactName(name)
    for piece in terms.pieces {
      let places = compact.occurrences(of: piece.scalars)
      // Short Latin runs and numbers are not sought inside words: 12 is no part of 128.
      let isFound =
        piece.runs[0].kind == .syllable || piece.runs[0].scalars.count >= 3
        ? !places.isEmpty : places.contains { compact.startsWord[$0.lowerBound] }
      guard isFound else { return nil }
    }
    return compact.matches(of: terms)
  }
}
