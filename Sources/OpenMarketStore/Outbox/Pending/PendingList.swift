import OpenMarketAPI

/// The latest 1,000 listings of one kind for which something waits.
///
/// A write changes the listings that it is about, and the others stay as they were read.
struct PendingList: Sendable {
  /// How many there are at most.
  static let limit = 1_000
  /// How many more are read, so that listings may leave the list before it has to be read anew.
  static let spare = 200

  private let limit: Int
  private let spare: Int
  private var read: [PendingEntry]
  /// The rank up to which every listing was read; `nil` when there are no others.
  private var horizon: Int64?

  /// Takes what was read, the latest first: all that there are, if `isComplete`.
  init(
    _ entries: [PendingEntry], isComplete: Bool, limit: Int = PendingList.limit,
    spare: Int = PendingList.spare
  ) {
    (read, self.limit, self.spare) = (entries, limit, spare)
    horizon = isComplete ? nil : entries.last?.rank ?? .min
  }

  /// The latest first.
  var entries: ArraySlice<PendingEntry> { read.prefix(limit) }

  /// Those of the latest that may be hits of a search that does not find them among the stored products.
  func candidates(of search: TextSearch, into query: SearchQuery) -> [PendingEntry] {
    entries.filter { $0.mayEnter(search, query) }
  }

  /// Those of the latest, new listings all, that are hits of a search, with the stages that find them.
  func hits(of search: TextSearch, soldBy vendor: String?) -> [(entry: PendingEntry, stage: Int)] {
    entries.compactMap { entry in
      entry.stage(in: search, soldBy: vendor).map { (entry, $0) }
    }
  }

  /// The list after writes of some listings, with those of them for which something waits now; `nil` when so many have left
  /// that it has to be read anew.
  func replacing(_ numbers: Set<Int64>, by present: [PendingEntry]) -> PendingList? {
    var list = self
    list.read.removeAll { numbers.contains($0.id.rawValue) }
    for entry in present where horizon.map({ entry.rank <= $0 }) ?? true {
      let index = list.read.firstIndex { $0.rank > entry.rank } ?? list.read.count
      list.read.insert(entry, at: index)
    }
    if list.read.count > limit + 2 * spare {
      list.read.removeLast(list.read.count - limit - spare)
      list.horizon = list.read.last?.rank
    }
    return list.horizon == nil || list.read.count >= limit ? list : nil
  }
}
