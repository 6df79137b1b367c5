import Testing

@testable import OpenMarket

@Suite("Window planner: servers that are wrong about their pages")
struct WindowPlannerHostileTests {
  @Test("a server that limits the size of pages is followed within its limit", arguments: [3, 7, 20, 21, 33])
  func limitedSize(limit: Int) {
    for statesIt in [true, false] {
      let list = (1...200).reversed().map(Int64.init)
      let displayed = PlannedScroll { window in
        let used = ListWindow(page: window.page, size: min(limit, window.size))
        var response = WindowResponse(of: list, used)
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
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, ListWindow(page: window.page, size: 15))
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
      } else if case .page = planner.accept(WindowResponse(of: list, window), to: window) {
        break
      }
    }
    #expect(requests < 20)
  }

  @Test("a server that refuses pages past the end of its list, and does not tell that end, is read to it")
  func refusedPlace() {
    let list = (1...50).reversed().map(Int64.init)
    var planner = WindowPlanner()
    var (ids, requests, isEnd) = ([Int64](), 0, false)
    while requests < 20, !isEnd, let window = planner.choose(bringing: 20) {
      requests += 1
      guard window.start < list.count else {
        guard planner.shrink(after: window) else { break }
        continue
      }
      var response = WindowResponse(of: list, window)
      (response.hasNext, response.totalCount) = (nil, nil)
      guard case .page(let page) = planner.accept(response, to: window) else { continue }
      ids += response.ids[page.fresh].map(\.rawValue)
      isEnd = page.isEnd
    }
    #expect(isEnd && ids == list && requests < 10, "\(requests)")
  }

  @Test(
    "whether more follows is what a page says, or else follows from its last page, unless only the count is known",
    arguments: [
      ([], 2, 3, true), (["lastPage"], 2, 3, true), (["hasNext"], 2, 3, true), (["hasNext"], 3, 3, nil),
      (["hasNext", "totalCount"], 3, 3, false), (["hasNext", "totalCount"], 4, 3, nil),
      (["hasNext", "lastPage"], 2, 3, nil),
    ] as [([String], Int, Int, Bool?)])
  func statedEnd(inferred: [String], page: Int, lastPage: Int, hasNext: Bool?) {
    let issues = inferred.map { DecodingIssue(.valueInferred, at: $0, reason: "is missing") }
    let page = ProductPage(
      page: page, itemsPerPage: 1, totalCount: 3, offset: 0, limit: 1, lastPage: lastPage,
      hasNext: page < lastPage, hasPrevious: true, products: [.sample(1)], issues: issues)
    #expect(WindowResponse(page).hasNext == hasNext)
  }

  @Test("a server that always says that more follows comes to an end")
  func endlessPromise() {
    let list = (1...50).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, window)
      response.hasNext = true
      return response
    }
    #expect(displayed.ids == list && displayed.obstacle == nil && displayed.requests < 10, "\(displayed)")
  }

  @Test("a server that ignores the page's number is noticed")
  func sameResponse() {
    let list = (1...5_000).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, ListWindow(page: 1, size: min(20, window.size)))
      response.statedSize = nil
      return response
    }
    #expect(
      displayed.ids == Array(list.prefix(20)) && displayed.obstacle == .samePage && displayed.requests < 20)
  }

  @Test("wrong counts do no harm", arguments: [0, -5, 1, Int.max])
  func wrongCount(count: Int) {
    let list = (1...90).reversed().map(Int64.init)
    let displayed = PlannedScroll { window in
      var response = WindowResponse(of: list, window)
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
      var response = WindowResponse(of: list, window)
      if response.ids.isEmpty { response = WindowResponse(ids: [], hasNext: false) }
      if case .page(let page) = planner.accept(response, to: window) {
        displayed += response.ids[page.fresh].map(\.rawValue)
        isEnd = page.isEnd
      }
    }
    #expect(isEnd && displayed == list)
  }

  @Test("a list that is turned over at every request is given up, not followed for ever")
  func racing() {
    var top: Int64 = 1_000
    let displayed = PlannedScroll { window in
      top += 5_000  // All below are gone.
      return WindowResponse(
        ids: window.page == 1 ? [Product.ID(rawValue: top)] : [], hasNext: true, totalCount: 99_999)
    }
    #expect(displayed.requests < 40)
  }
}
