/// A part of the hits of a search; the parts follow one another.
///
/// By relevance what can be bought comes before what is sold, within the hits of a stage: one that is forgiven never comes
/// before one that has the text. In any other order all hits of a stage are one part.
package struct SearchSection: Sendable, Hashable, Comparable {
  /// Some hits of a stage.
  package enum Group: Int, Sendable, Comparable {
    /// All of them.
    case all
    /// Those that can be bought.
    case onSale
    /// Those that are sold.
    case soldOut
    /// Those that have the text only across a space, sold or not: it is rarely what was meant. Of a stage with too many hits
    /// (``SearchRun/mostWithAcrossApart``) they are in the groups before, as all hits would be ranked to leave them out.
    case across

    /// The group of a hit by relevance.
    init(_ rank: SearchRank, isSoldOut: Bool, isAcrossApart: Bool) {
      self = rank == .across && isAcrossApart ? .across : isSoldOut ? .soldOut : .onSale
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

  let stage: Int
  let group: Group

  /// The sections that a stage can have under a filter, in their order.
  static func all(
    ofStage stage: Int, in order: ProductSort, _ availability: ProductFilter.Availability
  ) -> [SearchSection] {
    let groups: [Group] = order == .relevance ? [.onSale, .soldOut, .across] : [.all]
    return groups.filter { group in
      group.availability == .any || availability == .any || group.availability == availability
    }.map { SearchSection(stage: stage, group: $0) }
  }

  package static func < (lhs: SearchSection, rhs: SearchSection) -> Bool {
    (lhs.stage, lhs.group) < (rhs.stage, rhs.group)
  }
}

extension SearchHit {
  /// The section in which it stands, for pending listings and the server's hits, too.
  package func section(in order: ProductSort) -> SearchSection {
    let group = SearchSection.Group(rank, isSoldOut: product.isSoldOut, isAcrossApart: isAcrossApart)
    return SearchSection(stage: hasSigns ? -1 : match.stage, group: order == .relevance ? group : .all)
  }
}
