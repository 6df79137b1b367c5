import OpenMarketTestSupport

@testable import OpenMarket

/// A server as a pure model that hides products, limits pages, and says what it likes of both; its list may move.
struct OddServer: CustomStringConvertible {
  enum Limit: CaseIterable { case none, stated, unstated }
  enum Count: CaseIterable { case right, unstated, none, visible, tooMany, endless }
  enum Next: CaseIterable { case right, unstated, always, never }

  let limit: Limit
  let count: Count
  let next: Next
  let hiding: Hiding?
  let moves: Bool
  let greatestSize: Int
  private var market: ModelMarket
  private(set) var requests = 0

  init(using random: inout SeededGenerator) {
    limit = Limit.allCases.randomElement(using: &random) ?? .none
    count = Count.allCases.randomElement(using: &random) ?? .right
    next = Next.allCases.randomElement(using: &random) ?? .right
    hiding = Bool.random(using: &random) ? Hiding.allCases.randomElement(using: &random) : nil
    moves = Bool.random(using: &random)
    // Of two products a page with half of them hidden nothing is known for sure.
    let limits = [10, 20, 50, 100] + (hiding == nil ? [1, 2, 3, 5] : [])
    greatestSize = limit == .none ? 1_000 : limits.randomElement(using: &random) ?? 20
    market = ModelMarket(count: [0, 1, 7, 60, 300].randomElement(using: &random) ?? 60, using: &random)
  }

  /// Whether the server says of every page in the same way that it is the last, which no reader can tell from one that is.
  var isMute: Bool {
    switch (next, count) {
    case (.never, .right), (.never, .tooMany), (.never, .endless):
      limit == .unstated || hiding != nil && limit != .none
    case (.never, _): true
    // Its count is reached exactly, or nothing says that more follows a page that is all hidden.
    case (.unstated, .visible): hiding != nil
    case (.unstated, .unstated), (.unstated, .none): hiding != nil && limit != .none
    default: false
    }
  }

  /// The products that are visible, and have been there all the time.
  var lasting: Set<Int64> { market.survivors.filter { hiding?.hides($0) != true } }

  mutating func response(_ window: ListWindow, depth: Int, using random: inout SeededGenerator)
    -> WindowResponse
  {
    requests += 1
    let used = ListWindow(page: window.page, size: min(window.size, greatestSize))
    let all = market.ids
    var response = WindowResponse(of: all, used, hiding)
    response.statedSize = limit == .stated && !response.ids.isEmpty ? used.size : nil
    switch count {
    case .right: break
    case .unstated: response.totalCount = nil
    case .none: response.totalCount = 0
    case .visible: response.totalCount = all.count { hiding?.hides($0) != true }
    case .tooMany: response.totalCount = all.count + 50
    case .endless: response.totalCount = .max
    }
    switch next {
    case .right: break
    case .unstated: response.hasNext = nil
    case .always: response.hasNext = true
    case .never: response.hasNext = false
    }
    if moves { market.churn(depth: depth, using: &random) }
    return response
  }

  var description: String {
    "limit \(limit) \(greatestSize), count \(count), next \(next), hiding \(hiding.map { "\($0)" } ?? "none")"
      + (moves ? ", moves" : "")
  }
}
