/// A part of the hits of a search; the parts follow one another.
///
/// By relevance all that can be bought comes before all that is sold, for whatever reason it is a hit; in any other order
/// all hits of a stage are one part.
package struct SearchSection: Sendable, Hashable, Comparable {
  /// Some hits of a stage.
  package enum Group: Int, Sendable, Comparable {
    /// All of them.
    case all
    /// Those that can be bought.
    case onSale
    /// Those that are sold.
    case soldOut
    /// Those that have the text only across a space, sold or not: it is rarely what was meant.
    case across

    /// The group of a hit by relevance.
    init(_ rank: SearchRank, isSoldOut: Bool) {
      self = rank == .across ? .across : isSoldOut ? .soldOut : .onSale
    }

    /// The availability of its hits.
    var availability: ProductFilter.Availability {
      switch self {
      case .all, .across: .any
      case .onSale: .onSale
      case .soldOut: .soldOut
      }
    }

    package static func < (lhs: Group, rhs: Group) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  let group: Group
  let stage: Int

  /// The sections that a search can have under a filter, in their order.
  static func all(
    ofStages stages: Int, in order: ProductSort, _ availability: ProductFilter.Availability
  ) -> [SearchSection] {
    let groups: [Group] = order == .relevance ? [.onSale, .soldOut, .across] : [.all]
    return groups.filter { group in
      group.availability == .any || availability == .any || group.availability == availability
    }.flatMap { group in (0..<stages).map { SearchSection(group: group, stage: $0) } }
  }

  package static func < (lhs: SearchSection, rhs: SearchSection) -> Bool {
    (lhs.group, lhs.stage) < (rhs.group, rhs.stage)
  }
}

extension SearchHit {
  /// The section in which it stands, for pending listings and the server's hits, too.
  package func section(in order: ProductSort) -> SearchSection {
    let group = SearchSection.Group(rank, isSoldOut: product.isSoldOut)
    return SearchSection(group: order == .relevance ? group : .all, stage: match.stage)
  }
}
