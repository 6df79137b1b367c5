import Testing

@testable import OpenMarket

@Suite("Lengths of pages")
struct PageLengthsTests {
  private let window = ListWindow(page: 2, size: 20)

  private func response(_ count: Int, hasNext: Bool? = true, of total: Int? = 1_000) -> WindowResponse {
    WindowResponse(ids: (0..<count).map { Product.ID(1_000 - $0) }, hasNext: hasNext, totalCount: total)
  }

  @Test(
    "more follows, nothing does, or the server leaves it open",
    arguments: [
      (20, true, 1_000, true), (20, true, 40, nil), (5, true, nil, true), (5, false, 25, false),
      (5, false, nil, false),
      (20, false, 1_000, nil), (20, nil, 41, true), (5, nil, 25, false), (4, nil, 25, nil),
      (20, nil, nil, nil),
    ] as [(Int, Bool?, Int?, Bool?)])
  func continuation(count: Int, hasNext: Bool?, total: Int?, continues: Bool?) {
    let response = response(count, hasNext: hasNext, of: total)
    #expect(PageLengths().continues(response, after: window) == continues)
  }

  @Test("a limit that is stated counts, also for the page itself")
  func statedLimit() {
    var lengths = PageLengths()
    var response = response(7)
    response.statedSize = 7
    #expect(lengths.learn(from: response, to: window) == ListWindow(page: 2, size: 7))
    #expect(lengths.greatestSize == 7 && !lengths.hidesEntries)
  }

  @Test(
    "short pages of different lengths are not those of a limit",
    arguments: [(12, 12, false), (12, 13, true), (13, 12, true)])
  func hiding(first: Int, second: Int, hides: Bool) {
    var lengths = PageLengths()
    for count in [first, second] { _ = lengths.learn(from: response(count), to: window) }
    #expect(lengths.hidesEntries == hides && lengths.greatestSureSize == max(first, second))
  }

  @Test("what a server refuses is halved, down to what hardly any refuses")
  func refusal() {
    var lengths = PageLengths()
    let sizes = [1_000, 500, 30, 20].map { lengths.refuse($0) ? lengths.greatestSize : nil }
    #expect(sizes == [500, 250, 20, nil])
  }
}
