/// The groups of hits of one stage, by relevance.
package enum SearchTier: Int, Sendable, Comparable {
  /// It can be bought, and its name is what was typed.
  case same
  /// It can be bought.
  case onSale
  /// It is sold, and its name is what was typed.
  case sameSoldOut
  /// It is sold.
  case soldOut
  /// Sold or not, the text stands only across a space, which is rarely what was meant.
  case across

  init(_ rank: SearchRank, isSoldOut: Bool) {
    self =
      switch rank {
      case .across: .across
      case .same: isSoldOut ? .sameSoldOut : .same
      default: isSoldOut ? .soldOut : .onSale
      }
  }

  /// Those of the hits that a stage can have under a filter; only a name can be what was typed.
  static func all(_ scope: SearchStage.Scope, _ availability: ProductFilter.Availability) -> [SearchTier] {
    [.same, .onSale, .sameSoldOut, .soldOut, .across].filter { tier in
      (tier.availability == .any || availability == .any || tier.availability == availability)
        && (scope == .name || !tier.isSameName)
    }
  }

  /// Whether the name is what was typed.
  var isSameName: Bool { self == .same || self == .sameSoldOut }

  /// The availability of its hits.
  var availability: ProductFilter.Availability {
    switch self {
    case .same, .onSale: .onSale
    case .sameSoldOut, .soldOut: .soldOut
    case .across: .any
    }
  }

  package static func < (lhs: SearchTier, rhs: SearchTier) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension SearchHit {
  /// The part of an order in which it stands, for pending listings and the server's hits, too: the better reason first, then by
  /// relevance the better tier.
  ///
  /// A name that is what was typed is in the part of all that is on sale, or sold: when it comes later than others, these do not
  /// move on the screen.
  package func section(in order: ProductSort) -> Section {
    let tier: SearchTier =
      switch SearchTier(rank, isSoldOut: product.isSoldOut) {
      case .same: .onSale
      case .sameSoldOut: .soldOut
      case let other: other
      }
    return Section(stage: match.stage, tier: order == .relevance ? tier : .onSale)
  }

  /// A part of the order of hits.
  package struct Section: Sendable, Hashable, Comparable {
    let stage: Int
    let tier: SearchTier

    package static func < (lhs: Section, rhs: Section) -> Bool {
      (lhs.stage, lhs.tier) < (rhs.stage, rhs.tier)
    }
  }
}
