import OpenMarketAPI

/// The listings for which something waits, of each kind the latest first.
///
/// A listing's rank is the lower the later it is: the number of a new one, or that of the last write of another one, negated.
struct PendingOrder: Sendable {
  /// The most listings of a kind that lists and searches regard.
  static let limit = 1_000
  /// How many more are read: writes behind a refused new listing do not count.
  private static let spare = 200

  private var ranks: [Int64: Int64]
  private var lists: [PendingKind: [(rank: Int64, number: Int64)]] = [:]

  /// Takes the ranks by the listings' numbers.
  init(_ ranks: [Int64: Int64]) {
    self.ranks = ranks
    for (number, rank) in ranks { lists[PendingKind(of: number), default: []].append((rank, number)) }
    for kind in lists.keys { lists[kind]?.sort { $0.rank < $1.rank } }
  }

  var isEmpty: Bool { ranks.isEmpty }

  func contains(_ number: Int64) -> Bool { ranks[number] != nil }

  /// The latest of a kind, the latest first: ``limit`` and some more.
  func latest(_ kind: PendingKind) -> [Int64] {
    lists[kind]?.prefix(Self.limit + Self.spare).map(\.number) ?? []
  }

  /// Gives a listing a rank, or with `nil` takes it out.
  mutating func set(_ number: Int64, _ rank: Int64?) {
    let (kind, former) = (PendingKind(of: number), ranks[number])
    guard former != rank else { return }
    ranks[number] = rank
    if let former {
      let place = place(of: former, in: kind)
      lists[kind]?.remove(at: place)
    }
    if let rank {
      let place = place(of: rank, in: kind)
      lists[kind, default: []].insert((rank, number), at: place)
    }
  }

  /// The index of the first listing that has this rank or a higher one.
  private func place(of rank: Int64, in kind: PendingKind) -> Int {
    let list = lists[kind] ?? []
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

package enum PendingKind: Sendable, Hashable {
  /// Those that the server has not numbered yet.
  case new
  /// Those that are to be changed or deleted.
  case changed

  /// That of a listing.
  init(of number: Int64) { self = number < 0 ? .new : .changed }
}
