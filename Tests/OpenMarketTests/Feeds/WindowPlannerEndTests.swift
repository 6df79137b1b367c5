import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Window planner: the end of a list")
struct WindowPlannerEndTests {
  @Test(
    "whatever servers hide, limit and say, all that is visible is read once, or an error says why",
    arguments: [5, 20, 100])
  func oddServers(size: Int) {
    var wholeLists = 0
    for seed in 1...UInt64(3_000) {
      var random = SeededGenerator(seed: seed)
      var server = OddServer(using: &random)
      let depth = 50
      let displayed = PlannedScroll(size: size) { server.response($0, depth: depth, using: &random) }
      let context: Comment = "seed \(seed), page size \(size): \(server)"
      #expect(zip(displayed.ids, displayed.ids.dropFirst()).allSatisfy { $0 > $1 }, context)
      #expect(displayed.requests < 60 + 4 * 300 / min(size, server.greatestSize), context)
      if displayed.obstacle == nil, !server.isMute {
        let missing = server.lasting.subtracting(displayed.ids)
        #expect(missing.isEmpty, "\(context): \(missing.sorted())")
        wholeLists += 1
      }
    }
    #expect(wholeLists > 1_500)
  }

  @Test(
    "a list that only counts, with a limit to pages that it does not state, is read whole",
    arguments: [20, 50, 100])
  func countAndLimit(size: Int) {
    for limit in size / 2...size * 2 {
      for count in stride(from: limit, through: 4 * limit, by: 3) {
        let list = (1...Int64(count)).reversed().map(\.self)
        let displayed = PlannedScroll(size: size) { window in
          var response = WindowResponse(
            of: list, ListWindow(page: window.page, size: min(window.size, limit)))
          (response.hasNext, response.statedSize) = (nil, nil)
          return response
        }
        #expect(displayed.ids == list, "limit \(limit), \(count) products")
      }
    }
  }

  @Test(
    "a list whose server says nothing of its length costs two requests more at its end, three after a full page, else none",
    arguments: [(true, true), (true, false), (false, true), (false, false)], [5, 45, 300])
  func costOfEnd(says: (next: Bool, count: Bool), count: Int) {
    let list = (1...Int64(count)).reversed().map(\.self)
    let told = PlannedScroll { WindowResponse(of: list, $0) }
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, window)
      if !says.next { response.hasNext = nil }
      if !says.count { response.totalCount = nil }
      return response
    }
    #expect(displayed.ids == list && displayed.obstacle == nil)
    let isSaid = says.next || says.count
    #expect((isSaid ? 0...0 : 2...3).contains(displayed.requests - told.requests), "\(displayed.requests)")
  }

  @Test(
    "a short page that says nothing is no end of a list whose server hides products",
    arguments: [Hiding.everyTenth, .everyThird, .runsOf60, .oneInTwo])
  func silentShortPage(hiding: Hiding) {
    let list = (1...3_000).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, window, hiding)
      (response.hasNext, response.totalCount) = (nil, nil)
      return response
    }
    #expect(displayed.ids == list.filter { !hiding.hides($0) } && displayed.obstacle == nil)
  }

  @Test(
    "a server that limits pages to one or two products and counts wrongly is an error", arguments: [1, 2],
    [0, 1, 50])
  func tinyPages(limit: Int, count: Int) {
    let list = (1...60).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, ListWindow(page: window.page, size: min(limit, window.size)))
      (response.statedSize, response.totalCount) = (nil, count)
      return response
    }
    #expect(displayed.obstacle == .pagesTooShort && displayed.requests < 20, "\(displayed)")
  }

  @Test(
    "a server that hides products and limits pages without saying so is followed", arguments: [10, 20, 50])
  func hidingWithinLimit(limit: Int) {
    let list = (1...1_000).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      let used = ListWindow(page: window.page, size: min(limit, window.size))
      var response = WindowResponse(of: list, used, .everyTenth)
      response.statedSize = nil
      return response
    }
    #expect(
      displayed.ids == list.filter { $0 % 10 != 3 } && displayed.obstacle == nil, "\(displayed.requests)")
  }
}
