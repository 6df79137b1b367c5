import OpenMarket
import OpenMarketTestSupport

@testable import OpenMarket

/// A list on a server as a pure model, so fast that thousands of schedules run in seconds.
struct ModelMarket {
  /// The list, newest first.
  private(set) var ids: [Int64]
  /// What was in the list from the beginning, and still is where it was.
  private(set) var survivors: Set<Int64>
  /// Products outside the list which an edit may bring in.
  private var hidden: [Int64]
  private var nextID: Int64 = 2_001
  private(set) var requestCount = 0
  var edits: [Int64: Int] = [:]
  /// Whether pages are the original's: page n of s each has n × s products, and past the end is 204.
  var usesOriginalPaging = false

  /// Made once, as that takes longer than a scroll.
  private static let allIDs = Array(Int64(1)...2_000)

  init(count: Int, using random: inout SeededGenerator) {
    var all = Self.allIDs
    for index in 0..<min(count + 50, all.count) {
      all.swapAt(index, Int.random(in: index..<all.count, using: &random))
    }
    ids = all[..<count].sorted(by: >)
    hidden = Array(all[count..<min(count + 50, all.count)])
    survivors = Set(ids)
  }

  /// What others do between two requests: inserts, deletions (half of them in the first `depth` places) and
  /// edits that bring old products into the list.
  mutating func churn(depth: Int, using random: inout SeededGenerator) {
    let count = [0, 0, 0, 1, 2, 5, 15][Int.random(in: 0..<7, using: &random)]
    for _ in 0..<count {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        insertNew()
      case 4..<8 where !ids.isEmpty:
        let isNearTop = Bool.random(using: &random)
        remove(
          at: Int.random(in: 0..<(isNearTop ? min(ids.count, max(1, depth)) : ids.count), using: &random))
      case 8... where !hidden.isEmpty:
        let id = hidden.removeLast()
        ids.insert(id, at: ids.firstIndex { $0 < id } ?? ids.endIndex)
      default: break
      }
    }
  }

  mutating func insertNew() {
    ids.insert(nextID, at: 0)
    nextID += 1
  }

  mutating func remove(at index: Int) { survivors.remove(ids.remove(at: index)) }

  mutating func removeAll() {
    ids = []
    survivors = []
  }

  /// One page, as the server of the contract or the original responds.
  mutating func response(_ window: ListWindow) -> WindowResponse {
    requestCount += 1
    if usesOriginalPaging, window.page > 1, window.start >= ids.count {
      return WindowResponse(ids: [], hasNext: false)
    }
    let end = usesOriginalPaging ? window.start + window.end : window.end
    let range = min(window.start, ids.count)..<min(end, ids.count)
    return WindowResponse(
      ids: ids[range].map(Product.ID.init(rawValue:)), statedSize: window.size,
      hasNext: window.end < ids.count, totalCount: ids.count)
  }
}

/// What became of one scroll through a list.
struct ScrollTally {
  var repeats = 0
  var gaps = 0
  var requests = 0
  var displayed = 0
  var disorder = 0
  var wrongRuns = 0
  var obstacles = 0

  static func += (sum: inout ScrollTally, one: ScrollTally) {
    sum.repeats += one.repeats
    sum.gaps += one.gaps
    sum.requests += one.requests
    sum.displayed += one.displayed
    sum.disorder += one.disorder
    sum.obstacles += one.obstacles
    sum.wrongRuns += one.isWrong ? 1 : 0
  }

  var isWrong: Bool { repeats + gaps + disorder > 0 }
  func requestsPerPage(of size: Int) -> Double { Double(requests * size) / Double(max(1, displayed)) }

  /// Judges what was displayed at the end of a scroll.
  init(displayed: [Int64], market: ModelMarket) {
    self.displayed = displayed.count
    requests = market.requestCount
    let unique = Set(displayed)
    repeats = displayed.count - unique.count
    gaps = market.survivors.subtracting(unique).count
    disorder = zip(displayed, displayed.dropFirst()).count { $0 < $1 }
  }

  init() {}
}
