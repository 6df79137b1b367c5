public import OpenMarketAPI

/// One page of what a search found.
public struct SearchResults: Sendable, Hashable {
  /// The hits in the order asked for.
  public var hits: [SearchHit]
  /// How many hits there are on all pages together.
  public var count: HitCount
  /// For the next page; `nil` after the last.
  public var next: SearchCursor?
  /// The correction of the searched text, as nothing matches the typed one; `nil` when the hits are for the text
  /// itself.
  public var correction: SearchCorrection?
  /// The text that was looked for in the end; `nil` when the store was not asked.
  package var search: NameSearch?

  /// Makes a page of results.
  package init(
    hits: [SearchHit] = [], count: HitCount = .exact(0), next: SearchCursor? = nil,
    correction: SearchCorrection? = nil
  ) {
    self.hits = hits
    self.count = count
    self.next = next
    self.correction = correction
  }
}

extension SearchResults {
  /// Whether two pages show the same, whatever text they were found by in the end.
  public static func == (first: SearchResults, second: SearchResults) -> Bool {
    first.hits == second.hits && first.count == second.count && first.next == second.next
      && first.correction == second.correction
  }

  /// Feeds the displayed values to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hits)
    hasher.combine(count)
    hasher.combine(next)
    hasher.combine(correction)
  }
}

/// A product that a search found.
public struct SearchHit: Sendable, Hashable, Identifiable {
  /// The product, and since when it is known.
  public var stored: StoredProduct
  /// The parts of the product's name that were searched for, from left to right, to be highlighted.
  public var matches: [Range<String.Index>]

  /// The product.
  public var product: Product { stored.product }
  /// The product's number.
  public var id: Product.ID { stored.id }

  /// Makes a hit.
  package init(stored: StoredProduct, matches: [Range<String.Index>]) {
    self.stored = stored
    self.matches = matches
  }
}

/// How many hits a search has.
public enum HitCount: Sendable, Hashable {
  /// Just so many.
  case exact(Int)
  /// So many or more; counting stopped there.
  case atLeast(Int)

  /// The number, exact or not.
  public var number: Int {
    switch self {
    case .exact(let number), .atLeast(let number): number
    }
  }
}

/// The correction of a text that nothing matches.
public enum SearchCorrection: Sendable, Hashable {
  /// The parts of what was typed without a space, wherever in the name each stands.
  case apart
  /// A name or word on the way to which the text is: 코드 for 콛, 노트북 for ㄴㅌㅂ.
  case completed(String)
  /// The text of the same keys in the other language: 아이폰 for dkdlvhs, iphone for ㅑㅔㅙㅜㄷ.
  case keyboard(String)
  /// The text without some of its words, which are given: no name has them together with the others.
  case without([String])
}
