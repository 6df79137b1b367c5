import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Window planner: hidden products")
struct WindowPlannerHidingTests {
  @Test(
    "a list with hidden products is read to its end, without repeat and gap", arguments: Hiding.allCases,
    [7, 10, 20, 100])
  func hiddenProducts(hiding: Hiding, size: Int) {
    let list = (1...3_000).reversed().map(Int64.init)
    let displayed = PlannedScroll(size: size) { WindowResponse(of: list, $0, hiding) }
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
      let displayed = PlannedScroll(size: size) { window in
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
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, window)
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
      let displayed = PlannedScroll { window in
        var response = WindowResponse(of: list, window, hiding)
        (response.hasNext, response.totalCount) = (true, total)
        return response
      }
      let isWhole = displayed.ids == list.filter { hiding?.hides($0) != true }
      #expect(
        isWhole && displayed.obstacle == nil && displayed.requests < length / 20 + 40, "\(displayed.requests)"
      )
    }
  }
}
