extension SearchHit {
  /// The reason for which a product is a hit.
  ///
  /// In any order, hits for a better reason come first.
  public enum Match: Sendable, Hashable {
    /// The text itself, as typed or as in ``SearchResults/correction``: in the name, or wherever the server
    /// has found it.
    case text
    /// Equivalent words in the name: those found, by the typed words that they stand for, such
    /// as `["아이폰": "iphone"]`.
    case equivalents([String: String])
    /// The vendor's name, which has at these places those words of the text that the name lacks.
    case vendor([Range<String.Index>])
    /// The description, which has at these places those words of the text that the name lacks, as far as the vendor's name does
    /// not have them.
    case description([Range<String.Index>])
  }
}

extension SearchHit.Match {
  /// The stage of the search, lower for better reasons.
  package var stage: Int {
    switch self {
    case .text: 0
    case .equivalents: 1
    case .vendor, .description: 2
    }
  }
}
