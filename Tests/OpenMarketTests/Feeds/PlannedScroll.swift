import Testing

@testable import OpenMarket

/// A list that is read to its end as a planner asks for it.
struct PlannedScroll {
  private(set) var ids: [Int64] = []
  /// Why the list could not be followed.
  private(set) var obstacle: WindowPlanner.Obstacle?
  private(set) var requests = 0

  init(size: Int = 20, _ respond: (ListWindow) -> WindowResponse) {
    var planner = WindowPlanner()
    while requests < 1_000 {
      guard let window = planner.choose(bringing: size) else {
        obstacle = .pagesTooShort
        return
      }
      requests += 1
      let response = respond(window)
      switch planner.accept(response, to: window) {
      case .page(let page):
        ids += response.ids[page.fresh].map(\.rawValue)
        if page.isEnd { return }
      case .stuck(let obstacle):
        self.obstacle = obstacle
        return
      case .elsewhere, .unordered, .lost: continue
      }
    }
  }
}

extension WindowResponse {
  /// The response of a server that does nothing wrong but hide products.
  init(of list: [Int64], _ window: ListWindow, _ hiding: Hiding? = nil) {
    let range = min(window.start, list.count)..<min(window.end, list.count)
    self.init(
      ids: list[range].map(Product.ID.init(rawValue:)), statedSize: window.size,
      hasNext: window.end < list.count, totalCount: list.count)
    if let hiding { self = self.hiding(hiding) }
  }
}

/// What a server leaves out of its pages, after it has cut the list into them.
enum Hiding: CaseIterable {
  case everyTenth, everyThird, runsOf60, oneInTwo, top

  func hides(_ id: Int64) -> Bool {
    switch self {
    case .everyTenth: id % 10 == 3
    case .everyThird: id % 3 == 0
    case .runsOf60: id % 300 < 60
    case .oneInTwo: (UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15) >> 63 == 0
    case .top: id > 2_900
    }
  }

  /// The most requests for as many products as a page has, where 3,000 are in the list.
  var requestsPerPage: Double {
    switch self {
    case .everyTenth, .top: 1.2
    case .everyThird, .runsOf60: 1.6
    case .oneInTwo: 2.5
    }
  }
}

extension WindowResponse {
  func hiding(_ hiding: Hiding) -> WindowResponse {
    var response = self
    response.ids.removeAll { hiding.hides($0.rawValue) }
    if response.ids.isEmpty { response.statedSize = nil }
    return response
  }
}
