import Testing

@testable import OpenMarket

@Suite("Probes below a list")
struct EndProbeTests {
  private let covered = ListWindow(page: 1, size: 20)

  /// Where the probes begin, as long as another one is worth asking for.
  private func starts(expectsMore: Bool, _ respond: (ListWindow) -> WindowResponse) -> [Int] {
    var probe = EndProbe(below: covered, place: 19, longest: 20, expectsMore: expectsMore)
    var starts = [probe.window.start]
    while starts.count < 20, probe.goOn(after: respond(probe.window)) { starts.append(probe.window.start) }
    return starts
  }

  @Test("the first is the page that follows, or right below what is covered and no longer than pages are")
  func first() {
    let next = EndProbe(below: covered, place: 19, longest: 20, expectsMore: false)
    #expect(next.window == ListWindow(page: 2, size: 20))
    let short = EndProbe(below: covered, place: 7, longest: 8, expectsMore: false)
    #expect(short.window == ListWindow(page: 2, size: 8))
  }

  @Test("one that is empty suffices, unless the server says that more follows: then the distance doubles")
  func distance() {
    let nothing = WindowResponse(ids: [], hasNext: true)
    #expect(starts(expectsMore: false) { _ in nothing } == [20])
    #expect(starts(expectsMore: true) { _ in nothing } == [20, 60, 140, 300, 620, 1_260])
  }

  @Test("none is below what the server counts, nor below a page that says it is the last")
  func count() {
    let counted = starts(expectsMore: true) { _ in WindowResponse(ids: [], hasNext: true, totalCount: 70) }
    #expect(counted == [20, 60])
    #expect(starts(expectsMore: true) { _ in WindowResponse(ids: [], hasNext: false) } == [20])
  }

  @Test("one that lies too high is followed by the next page")
  func tooHigh() {
    let found = starts(expectsMore: false) { window in
      WindowResponse(ids: window.page < 4 ? [9] : [], hasNext: true)
    }
    #expect(found == [20, 40, 60])
  }
}
