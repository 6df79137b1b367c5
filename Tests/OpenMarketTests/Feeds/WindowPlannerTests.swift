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
    let displayed = PlannedScroll(size: size) { window in
      let response = WindowResponse(of: list, window)
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
    var requests = 0
    while requests < 20, outcome == .elsewhere, let window = planner.choose(bringing: 20) {
      requests += 1
      outcome = planner.accept(WindowResponse(of: [9, 8], window), to: window)
    }
    #expect(outcome == .lost && requests < 5)
  }

  @Test(
    "of a list of unknown order the longest page is asked for once before what was covered counts as lost")
  func movedDown() throws {
    let list = Array(1...900).reversed().map(Int64.init)
    var planner = WindowPlanner(order: .presented, below: 700, near: 0)
    let first = try #require(planner.choose(bringing: 20))
    #expect(planner.accept(WindowResponse(of: list, first), to: first) == .elsewhere)
    let second = try #require(planner.choose(bringing: 20))
    #expect(second == ListWindow(page: 1, size: 1_000))
    let continuation = WindowPlanner.Continuation(fresh: 201..<900, isEnd: true)
    #expect(planner.accept(WindowResponse(of: list, second), to: second) == .page(continuation))
  }
}

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

  private func nextPage(of list: [Int64], _ planner: inout WindowPlanner) -> (ids: [Int64], requests: Int)? {
    for request in 1...30 {
      guard let window = planner.choose(bringing: 20) else { return nil }
      let response = WindowResponse(of: list, window)
      if case .page(let page) = planner.accept(response, to: window) {
        return (response.ids[page.fresh].map(\.rawValue), request)
      }
    }
    return nil
  }
}
