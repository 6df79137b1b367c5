extension SearchHit {
  /// The reason for which a product is a hit.
  ///
  /// Whatever the order, hits for a better reason come first.
  public enum Match: Sendable, Hashable {
    /// The text itself, as it was typed or as ``SearchResults/correction`` says: in the name, or wherever the server
    /// has found it.
    case text
    /// Other words that mean the same in the name: those that were found, by the typed ones that they stand for, such
    /// as `["아이폰": "iphone"]`.
    case equivalents([String: String])
  }
}

extension SearchHit.Match {
  /// The stage of the search, lower for better reasons.
  package var stage: Int {
    switch self {
    case .text: 0
    case .equivalents: 1
    }
  }
}
