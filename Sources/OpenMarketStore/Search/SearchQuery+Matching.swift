extension SearchQuery {
  /// The parts of `name` that the search would find in it if it were stored; `nil` when it would not find it.
  ///
  /// For names that are in no index, such as those of listings that are not on the server yet.
  package func matches(in name: String) -> [Range<String.Index>]? {
    let terms = SearchTerms(text)
    guard !terms.pieces.isEmpty else { return nil }
    let compact = CompactName(name)
    return compact.isHit(of: terms) ? compact.matches(of: terms) : nil
  }
}

extension CompactName {
  /// Whether the search would find the name if it were stored.
  func isHit(of terms: SearchTerms) -> Bool {
    terms.pieces.allSatisfy { piece in
      let positions = occurrences(of: piece.scalars)
      // Short Latin runs and numbers are not sought inside words: 12 is no part of 128.
      return piece.runs[0].kind == .syllable || piece.runs[0].scalars.count >= 3
        ? !positions.isEmpty : positions.contains { startsWord[$0.lowerBound] }
    }
  }
}
