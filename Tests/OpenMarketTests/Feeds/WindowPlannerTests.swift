import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Window planner")
struct WindowPlannerTests {
  @Test(
    "no repeat and no gap on a list that moves between every two requests", arguments: [1, 5, 20, 100])
  func movingList(size: Int) {
    var sum = ScrollTally()
    for seed in 1...UInt64(500) {
      let tally = scroll(seed: seed, size: size)
      #expect(!tally.isWrong && tally.obstacles == 0, "seed \(seed), page size \(size): \(tally)")
      sum += tally
    }
    if size == 20 { #expect(sum.requestsPerPage(of: size) < 1.1) }
  }

  @Test("a quiet list costs one request a page")
  func quietList() {
    var sum = ScrollTally()
    for seed in 1...UInt64(300) { sum += scroll(seed: seed, size: 20, isQuiet: true) }
    #expect(!sum.isWrong && sum.requestsPerPage(of: 20) < 1.03)
  }

  @Test("a list of unknown order is followed by identity")
  func unknownOrder() {
    var sum = ScrollTally()
    for seed in 1...UInt64(500) {
      let tally = scroll(seed: seed, size: 20, order: .presented)
      #expect(tally.repeats == 0 && tally.gaps == 0 && tally.obstacles == 0, "seed \(seed): \(tally)")
      sum += tally
    }
    #expect(sum.requestsPerPage(of: 20) < 1.1)
  }

  @Test(
    "the original's pages, which grow and end in a 204, are followed without repeat and gap",
    arguments: [1, 5, 20, 100])
  func originalPaging(size: Int) {
    // Where one product is covered, and that is deleted, a list of unknown order is lost, however it is paged.
    for order in size == 1 ? [WindowPlanner.Order.descendingIDs] : [.descendingIDs, .presented] {
      var sum = ScrollTally()
      for seed in 1...UInt64(300) {
        let tally = scroll(seed: seed, size: size, order: order, original: true)
        // Edits bring products into a list of unknown order at places that nobody looks at again.
        let isRight = tally.repeats == 0 && tally.gaps == 0 && (order == .presented || !tally.isWrong)
        #expect(isRight && tally.obstacles == 0, "seed \(seed), page size \(size), \(order): \(tally)")
        sum += tally
      }
      if size == 20 { #expect(sum.requestsPerPage(of: size) < 1.1, "\(order)") }
    }
  }

  @Test("a window overlaps what is covered and brings 15 or more of 20, and few again")
  func choice() throws {
    var (read, new) = (0, 0)
    for place in 0...5_000 {
      let planner = WindowPlanner(below: 1, near: place)
      let window = try #require(planner.choose(bringing: 20))
      #expect((15...38).contains(window.size) && window.start <= place)
      #expect(window.end - place - 1 >= 15)
      (read, new) = (read + window.size, new + window.end - place - 1)
    }
    #expect(Double(read) / Double(new) < 1.2)
  }

  @Test(
    "of a list that is read to its end one product in six comes twice at most",
    arguments: [20, 50, 100])
  func overlap(size: Int) {
    let list = (1...1_000).reversed().map(Int64.init)
    var read = 0
    let displayed = scroll(size: size) { window in
      let response = response(of: list, window)
      read += response.entryCount
      return response
    }
    #expect(displayed.ids == list && displayed.requests <= 1_000 / size)
    #expect(Double(read) / Double(list.count) < 1.17, "\(displayed.requests) requests showed \(read)")
  }

  @Test("a wrong idea of the place is corrected in few requests", arguments: [0, 50, 400, 5_000])
  func wrongPlace(guess: Int) throws {
    let list = (1...1_000).reversed().map(Int64.init)
    var planner = WindowPlanner(below: 600, near: guess)
    let (page, requests) = try #require(nextPage(of: list, &planner))
    #expect(page.first == 599 && requests <= 8)
  }

  // MARK: - Hidden products

  @Test(
    "a list with hidden products is read to its end, without repeat and gap", arguments: Hiding.allCases,
    [7, 10, 20, 100])
  func hiddenProducts(hiding: Hiding, size: Int) {
    let list = (1...3_000).reversed().map(Int64.init)
    let displayed = scroll(size: size) { response(of: list, $0, hiding) }
    #expect(
      displayed.ids == list.filter { !hiding.hides($0) } && displayed.obstacle == nil, "\(displayed.requests)"
    )
    let perPage = Double(displayed.requests * size) / Double(displayed.ids.count)
    #expect(perPage < hiding.requestsPerPage, "\(hiding), page size \(size): \(perPage)")
  }

  @Test("so is one that moves between every two requests", arguments: Hiding.allCases, [10, 20, 100])
  func hiddenProductsOfMovingList(hiding: Hiding, size: Int) {
    for seed in 1...UInt64(100) {
      var random = SeededGenerator(seed: seed)
      var market = ModelMarket(count: Int.random(in: 30...1_000, using: &random), using: &random)
      var depth = 0
      let displayed = scroll(size: size) { window in
        depth = max(depth, window.start)
        defer { market.churn(depth: depth, using: &random) }
        return market.response(window).hiding(hiding)
      }
      #expect(
        zip(displayed.ids, displayed.ids.dropFirst()).allSatisfy { $0 > $1 },
        "seed \(seed), page size \(size)")
      let missing = market.survivors.subtracting(displayed.ids).filter { !hiding.hides($0) }
      #expect(
        missing.isEmpty && displayed.obstacle == nil,
        "seed \(seed), page size \(size), \(hiding): \(missing.sorted())")
    }
  }

  @Test("more hidden products in a row than a page can have are no end")
  func longRun() {
    let list = (1...5_000).reversed().map(Int64.init)
    let displayed = scroll { window in
      var response = response(of: list, window)
      response.ids.removeAll { (2_000...3_500).contains($0.rawValue) }
      return response
    }
    #expect(
      displayed.ids == Array(list.prefix(1_500)) && displayed.obstacle == .pagesTooShort,
      "\(displayed.requests)")
  }

  @Test(
    "a server that always says that more follows, and counts too many, comes to an end",
    arguments: [0, 1, 2, 50, 3_000],
    [3_001, 99_999, Int.max])
  func endlessCount(length: Int64, total: Int) {
    let list = (0..<length).reversed().map { $0 + 1 }
    for hiding in [nil, Hiding.everyTenth] {
      let displayed = scroll { window in
        var response = response(of: list, window, hiding)
        (response.hasNext, response.totalCount) = (true, total)
        return response
      }
      let isWhole = displayed.ids == list.filter { hiding?.hides($0) != true }
      #expect(
        isWhole && displayed.obstacle == nil && displayed.requests < length / 20 + 40, "\(displayed.requests)"
      )
    }
  }

  // MARK: - Hostile servers

  @Test("a server that limits the size of pages is followed within its limit", arguments: [3, 7, 20, 21, 33])
  func limitedSize(limit: Int) {
    for statesIt in [true, false] {
      let list = (1...200).reversed().map(Int64.init)
      let displayed = scroll { window in
        let used = ListWindow(page: window.page, size: min(limit, window.size))
        var response = response(of: list, used)
        response.statedSize = statesIt ? used.size : nil
        return response
      }
      // Three entries a page overlap in no way below some places: the planner says so and claims no end.
      #expect(displayed.ids == Array(list.prefix(displayed.ids.count)))
      #expect(displayed.obstacle == (limit < 7 ? .pagesTooShort : nil), "limit \(limit), stated: \(statesIt)")
      #expect(limit < 7 || displayed.ids == list)
    }
  }

  @Test("a server that gives pages of its own size is noticed")
  func ignoredSize() {
    let list = (1...200).reversed().map(Int64.init)
    let displayed = scroll { window in
      var response = response(of: list, ListWindow(page: window.page, size: 15))
      response.statedSize = 15
      return response
    }
    #expect(displayed.ids == Array(list.prefix(displayed.ids.count)))
    #expect(displayed.obstacle == .ignoresSize, "\(displayed)")
  }

  @Test("a server that refuses large pages is asked for smaller ones", arguments: [20, 50, 999])
  func refusedSize(limit: Int) throws {
    var planner = WindowPlanner()
    var window = try #require(planner.choose(bringing: 1_000))
    while window.size > limit {
      let canShrink = planner.shrink(after: window)
      try #require(canShrink)
      window = try #require(planner.choose(bringing: 1_000))
    }
    let canShrink = planner.shrink(after: window)
    #expect(window.size >= 20 && canShrink == (window.size > 20))
  }

  @Test("a search that leaps to the top does not ask for a refused size for ever")
  func refusedSizeOfLeap() {
    let list = (1...3_000).reversed().map(Int64.init)
    var planner = WindowPlanner(below: 2_990, near: 2_500)
    var requests = 0
    while requests < 100, let window = planner.choose(bringing: 100) {
      requests += 1
      if window.size > 600 {
        guard planner.shrink(after: window) else { break }
      } else if case .page = planner.accept(response(of: list, window), to: window) {
        break
      }
    }
    #expect(requests < 20)
  }

  @Test("a server that always says that more follows comes to an end")
  func endlessPromise() {
    let list = (1...50).reversed().map(Int64.init)
    let displayed = scroll { window in
      var response = response(of: list, window)
      response.hasNext = true
      return response
    }
    #expect(displayed.ids == list && displayed.obstacle == nil && displayed.requests < 10, "\(displayed)")
  }

  @Test("a server that ignores the page's number is noticed")
  func sameResponse() {
    let list = (1...5_000).reversed().map(Int64.init)
    let displayed = scroll { window in
      var response = response(of: list, ListWindow(page: 1, size: min(20, window.size)))
      response.statedSize = nil
      return response
    }
    #expect(
      displayed.ids == Array(list.prefix(20)) && displayed.obstacle == .samePage && displayed.requests < 20)
  }

  @Test("wrong counts do no harm", arguments: [0, -5, 1, Int.max])
  func wrongCount(count: Int) {
    let list = (1...90).reversed().map(Int64.init)
    let displayed = scroll { window in
      var response = response(of: list, window)
      response.totalCount = count
      response.statedSize = count
      return response
    }
    #expect(displayed.ids == list && displayed.obstacle == nil)
  }

  @Test("204 past the end of a list that shrank is no end by itself", arguments: [0, 1, 30, 100])
  func shrunkList(left: Int) throws {
    // 400 were covered; then all but the last few of those below, and all above, were deleted.
    let list = (0..<left).reversed().map { Int64($0 + 1) }
    var planner = WindowPlanner(below: 500, near: 399)
    var displayed: [Int64] = []
    var isEnd = false
    for _ in 0..<20 where !isEnd {
      let window = try #require(planner.choose(bringing: 20))
      var response = response(of: list, window)
      if response.ids.isEmpty { response = WindowResponse(ids: [], hasNext: false) }
      if case .page(let page) = planner.accept(response, to: window) {
        displayed += response.ids[page.fresh].map(\.rawValue)
        isEnd = page.isEnd
      }
    }
    #expect(isEnd && displayed == list)
  }

  @Test("ids that do not descend are reported, not believed")
  func unordered() {
    var planner = WindowPlanner()
    let response = WindowResponse(ids: [5, 3, 4], hasNext: true)
    #expect(planner.accept(response, to: ListWindow(page: 1, size: 20)) == .unordered)
  }

  @Test("a list in which nothing covered is left is lost when its order is unknown")
  func lost() {
    var planner = WindowPlanner(order: .presented, below: 7, near: 30)
    var outcome = WindowPlanner.Outcome.elsewhere
    for _ in 0..<20 where outcome == .elsewhere {
      guard let window = planner.choose(bringing: 20) else { break }
      outcome = planner.accept(response(of: [9, 8], window), to: window)
    }
    #expect(outcome == .lost)
  }

  @Test("a list that is turned over at every request is given up, not followed for ever")
  func racing() {
    var top: Int64 = 1_000
    let displayed = scroll { window in
      top += 5_000  // All below are gone.
      return WindowResponse(
        ids: window.page == 1 ? [Product.ID(rawValue: top)] : [], hasNext: true, totalCount: 99_999)
    }
    #expect(displayed.requests < 40)
  }
}

// MARK: - Scrolls

extension WindowPlannerTests {
  private func scroll(
    seed: UInt64, size: Int, isQuiet: Bool = false, order: WindowPlanner.Order = .descendingIDs,
    original: Bool = false
  ) -> ScrollTally {
    var random = SeededGenerator(seed: seed)
    var market = ModelMarket(count: Int.random(in: 30...300, using: &random), using: &random)
    market.usesOriginalPaging = original
    var planner = WindowPlanner(order: order)
    var displayed: [Int64] = []
    while let window = planner.choose(bringing: size) {
      let response = market.response(window)
      if !isQuiet { market.churn(depth: displayed.count, using: &random) }
      switch planner.accept(response, to: window) {
      case .page(let page):
        displayed += response.ids[page.fresh].map(\.rawValue)
        if page.isEnd { return ScrollTally(displayed: displayed, market: market) }
      case .elsewhere: continue
      default:
        var tally = ScrollTally(displayed: displayed, market: market)
        tally.obstacles = 1
        return tally
      }
    }
    return ScrollTally()
  }

  private func scroll(
    size: Int = 20, _ response: (ListWindow) -> WindowResponse
  ) -> (ids: [Int64], obstacle: WindowPlanner.Obstacle?, requests: Int) {
    var planner = WindowPlanner()
    var (displayed, requests): ([Int64], Int) = ([], 0)
    while requests < 1_000 {
      guard let window = planner.choose(bringing: size) else { return (displayed, .pagesTooShort, requests) }
      requests += 1
      let response = response(window)
      switch planner.accept(response, to: window) {
      case .page(let page):
        displayed += response.ids[page.fresh].map(\.rawValue)
        if page.isEnd { return (displayed, nil, requests) }
      case .stuck(let obstacle): return (displayed, obstacle, requests)
      case .elsewhere, .unordered, .lost: continue
      }
    }
    return (displayed, nil, requests)
  }

  private func nextPage(of list: [Int64], _ planner: inout WindowPlanner) -> (ids: [Int64], requests: Int)? {
    for request in 1...30 {
      guard let window = planner.choose(bringing: 20) else { return nil }
      let response = response(of: list, window)
      if case .page(let page) = planner.accept(response, to: window) {
        return (response.ids[page.fresh].map(\.rawValue), request)
      }
    }
    return nil
  }

  private func response(of list: [Int64], _ window: ListWindow, _ hiding: Hiding? = nil) -> WindowResponse {
    let range = min(window.start, list.count)..<min(window.end, list.count)
    let response = WindowResponse(
      ids: list[range].map(Product.ID.init(rawValue:)), statedSize: window.size,
      hasNext: window.end < list.count, totalCount: list.count)
    return hiding.map(response.hiding) ?? response
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
