import OpenMarketAPI

/// The latest listings of one kind for which something waits.
///
/// A write changes the listings that it is about, and the others stay as they were read.
struct PendingList: Sendable {
  /// How many more are read than were asked for, so that listings may leave the list before it has to be read anew.
  static let spare = 200

  private let spare: Int
  /// The latest first.
  private(set) var entries: [PendingEntry]
  /// The rank up to which every listing is among them; `nil` when there are no others.
  private var horizon: Int64?
  /// For how many it is good.
  let limit: Int

  /// - Parameters:
  ///   - entries: The latest first.
  ///   - isComplete: Whether there are no others.
  ///   - limit: How many were asked for.
  ///   - spare: How many more were read.
  init(_ entries: [PendingEntry], isComplete: Bool, limit: Int, spare: Int = PendingList.spare) {
    (self.entries, self.limit, self.spare) = (entries, limit, spare)
    horizon = isComplete ? nil : entries.last?.rank ?? .min
  }

  /// The latest.
  func products(limit: Int) -> [PendingProduct] { entries.prefix(limit).map { $0.product } }

  /// Those of the latest that may be hits of a search that does not find them among the stored products.
  func candidates(of search: TextSearch, into query: SearchQuery) -> [PendingEntry] {
    entries.prefix(limit).filter { $0.mayEnter(search, query) }
  }

  /// Those of the latest, new listings all, that are hits of a search, with the stages that find them.
  func hits(of search: TextSearch, soldBy vendor: String?) -> [(entry: PendingEntry, stage: Int)] {
    entries.prefix(limit).compactMap { entry in
      entry.stage(in: search, soldBy: vendor).map { (entry, $0) }
    }
  }

  /// The list after writes of some listings.
  ///
  /// - Parameters:
  ///   - numbers: The listings.
  ///   - present: Those of them for which something waits now.
  /// - Returns: `nil` when so many have left that the list has to be read anew.
  func replacing(_ numbers: Set<Int64>, by present: [PendingEntry]) -> PendingList? {
    var list = self
    list.entries.removeAll { numbers.contains($0.id.rawValue) }
    for entry in present where horizon.map({ entry.rank <= $0 }) ?? true {
      let index = list.entries.firstIndex { $0.rank > entry.rank } ?? list.entries.count
      list.entries.insert(entry, at: index)
    }
    if list.entries.count > limit + 2 * spare {
      list.entries.removeLast(list.entries.count - limit - spare)
      list.horizon = list.entries.last?.rank
    }
    return list.horizon == nil || list.entries.count >= limit ? list : nil
  }
}
