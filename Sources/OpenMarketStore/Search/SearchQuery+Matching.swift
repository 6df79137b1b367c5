extension SearchQuery {
  /// The parts of `name` that the search would find in it if it were stored; `nil` when it would not find it.
  ///
  /// For names that are in no index, such as those of listings that are not on the server yet.
  package func matches(in name: String) -> [Range<String.Index>]? {
    guard let search = NameSearch(self) else { return nil }
    let compact = CompactName(name)
    return compact.isHit(of: search) ? compact.matches(of: SearchTerms(text)) : nil
  }
}

/// A search text, made ready to be looked for in many names.
struct NameSearch {
  private struct Piece {
    var scalars: [Unicode.Scalar]
    /// Whether it counts inside words, too: 12 is no part of 128.
    var countsInsideWords: Bool
  }

  private let pieces: [Piece]

  /// - Returns: `nil` when there is nothing to look for.
  init?(_ query: SearchQuery) {
    pieces = SearchTerms(query.text).pieces.map { piece in
      let first = piece.runs[0]
      return Piece(
        scalars: piece.scalars, countsInsideWords: first.kind == .syllable || first.scalars.count >= 3)
    }
    guard !pieces.isEmpty else { return nil }
  }

  fileprivate func isHit(_ name: CompactName) -> Bool {
    pieces.allSatisfy { name.contains($0.scalars, insideWords: $0.countsInsideWords) }
  }
}

extension CompactName {
  /// Whether the search would find the name if it were stored.
  func isHit(of search: NameSearch) -> Bool { search.isHit(self) }
}
