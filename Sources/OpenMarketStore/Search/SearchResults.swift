public import OpenMarketAPI

/// One page of search results.
public struct SearchResults: Sendable {
  /// The hits in the requested order.
  public var hits: [SearchHit]
  /// How many hits there are on all pages together.
  package var count: HitCount
  /// For the next page; `nil` after the last.
  package var next: SearchCursor?
  /// The correction of the text, if nothing matches the typed one, or only across the boundary of two words; `nil` when the
  /// hits are for the text itself.
  public var correction: SearchCorrection?
  /// The text that was looked for in the end; `nil` when the store was not asked.
  package var search: TextSearch?

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
  /// The total number of hits on all pages; a lower bound unless ``isTotalExact``.
  public var totalCount: Int { count.number }
  /// Whether ``totalCount`` is exact; counting stops at some thousand hits.
  public var isTotalExact: Bool { count == .exact(count.number) }
}

/// A product found by a search.
public struct SearchHit: Sendable, Hashable, Identifiable {
  /// The product, and since when it is known.
  package var stored: StoredProduct
  /// The matching parts of the product's name, from left to right, for highlighting.
  public var matches: [Range<String.Index>]
  /// The reason why the product is a hit.
  public var match: Match

  /// How well its texts match, to the words that were found.
  var rank: SearchRank
  /// As of its stage (``SearchStage/isAcrossApart``).
  var isAcrossApart = true
  /// Whether the name has the signs of the text, too.
  var hasSigns = false

  /// The product.
  public var product: Product { stored.product }
  /// The product's number.
  public var id: Product.ID { stored.id }

  /// Makes a hit that no name has been matched for.
  package init(stored: StoredProduct, matches: [Range<String.Index>], match: Match = .text) {
    self.init(stored: stored, matches: matches, match: match, rank: .inside)
  }

  init(stored: StoredProduct, matches: [Range<String.Index>], match: Match, rank: SearchRank) {
    self.stored = stored
    self.matches = matches
    self.match = match
    self.rank = rank
  }
}

package enum HitCount: Sendable, Hashable {
  /// Just so many.
  case exact(Int)
  /// So many or more; counting stopped there.
  case atLeast(Int)

  package var number: Int {
    switch self {
    case .exact(let number), .atLeast(let number): number
    }
  }

  /// So many more or fewer, but not fewer than `least`.
  package func changed(by change: Int, atLeast least: Int = 0) -> HitCount {
    switch self {
    case .exact(let number): .exact(max(least, number + change))
    case .atLeast(let number): .atLeast(max(least, number + change))
    }
  }
}

/// The correction of a text that no product matches, or only across a space, from inside a word to inside another.
public enum SearchCorrection: Sendable, Hashable {
  /// The parts of a text typed without a space, each anywhere in the name.
  case apart
  /// A name or word that completes the text: 코드 for 콛, 노트북 for ㄴㅌㅂ.
  case completed(String)
  /// The text of the same keys in the other language: 아이폰 for dkdlvhs, iphone for ㅑㅔㅙㅜㄷ.
  case keyboard(String)
  /// The text without its typing errors, or without endings of its words: 아이폰 for 아이퐁, 의자 for 의자를.
  case spelling(String)
  /// The text without some of its words, which are given: no name has them together with the others.
  case without([String])
}
