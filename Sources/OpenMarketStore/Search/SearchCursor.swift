package import OpenMarketAPI

/// Where one page of a search ended and the next one begins.
///
/// A place in the order, not a number of hits: products that come and go between two pages make none of the
/// others repeat or vanish.
package struct SearchCursor: Sendable, Hashable {
  enum Position: Hashable {
    /// Behind the product with this number, newest first.
    case id(Int64)
    /// Behind the product with this price and number.
    case price(Double, id: Int64)
    /// Behind a hit by relevance.
    case rank(Window, behind: Ranked)
  }

  /// Hits of a group that are ranked together. Where there are more of them than one window has, those whose name is what
  /// was typed come first; either kind goes from its newest window to its oldest.
  struct Window: Hashable {
    /// Which hits it has.
    enum Kind: Hashable {
      case all
      /// Those whose name is what was typed.
      case sameName
      case other

      func includes(_ rank: SearchRank) -> Bool { self == .all || (rank == .same) == (self == .sameName) }
    }

    var kind: Kind
    /// The numbers of the oldest and newest hit.
    var range = Int64.min...Int64.max

    /// Makes the first window of a kind.
    init(_ kind: Kind) { self.kind = kind }

    /// The one behind it of its kind; `nil` where there are no lower numbers.
    var older: Window? {
      guard range.lowerBound > .min else { return nil }
      var older = self
      older.range = .min...(range.lowerBound - 1)
      return older
    }
  }

  /// A hit's place among those of one window.
  struct Ranked: Hashable, Comparable {
    let group: SearchSection.Group
    let rank: SearchRank
    /// Whether it is a post of one who wants to buy, which was not searched for (``WantedPosts``).
    let isWanted: Bool
    let id: Int64

    init(
      rank: SearchRank, isWanted: Bool = false, isSoldOut: Bool, isAcrossApart: Bool = true, id: Int64
    ) {
      group = SearchSection.Group(rank, isSoldOut: isSoldOut, isAcrossApart: isAcrossApart)
      (self.rank, self.isWanted, self.id) = (rank, isWanted, id)
    }

    static func < (lhs: Ranked, rhs: Ranked) -> Bool {
      (lhs.group, lhs.isWanted ? 1 : 0, lhs.rank, rhs.id)
        < (rhs.group, rhs.isWanted ? 1 : 0, rhs.rank, lhs.id)
    }
  }

  /// The section of the hits of ``terms`` in which the next page begins.
  let section: SearchSection
  /// `nil` for the beginning of the section.
  private(set) var position: Position?
  /// Whether the stage has a group of hits with the text across a space, whatever it has got since; `nil` in other orders.
  let isAcrossApart: Bool?
  /// As of the first stage (``SearchStage/oldest``).
  let oldest: Int64?
  /// The search terms, which a correction may have changed.
  let terms: SearchTerms
  let correction: SearchCorrection?
  /// Counted when its stages were begun.
  let count: StageCount

  // What it belongs to.
  let text: String
  let filter: ProductFilter
  let sort: ProductSort

  /// The place behind a product, of a search for the newest that does not rank reasons (``SearchQuery/ranksReasons``).
  package func behind(_ id: Product.ID) -> SearchCursor {
    var cursor = self
    cursor.position = .id(id.rawValue)
    return cursor
  }
}

/// How many hits the first stages of a search have together.
struct StageCount: Hashable {
  private(set) var number = HitCount.exact(0)
  /// How many stages are counted.
  private(set) var stages = 0

  var isExact: Bool { if case .exact = number { true } else { false } }

  mutating func add(_ hits: HitCount) {
    stages += 1
    switch (number, hits) {
    case (.exact(let first), .exact(let second)): number = .exact(first + second)
    default: number = .atLeast(number.number + hits.number)
    }
  }

  /// The number of hits of all `stages`: at least those that are counted.
  func total(of stages: Int) -> HitCount { self.stages < stages ? .atLeast(number.number) : number }
}
