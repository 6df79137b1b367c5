import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Refreshing what is displayed", .timeLimit(.minutes(5)))
struct RefresherTests {
  private let clock = ManualClock()

  private func makeRefresher(_ log: Log) -> Refresher {
    Refresher(clock: AnyClock(clock), date: { [clock] in clock.date }) { log.note("deliver") }
  }

  @Test(
    "due is what is older than the stale time, never what was read within five seconds",
    arguments: [
      // Age, stale time, by the user: due.
      (nil, 60.0, false, true), (0, 0, false, false), (5, 0, false, false), (5.1, 0, false, true),
      (59, 60, false, false), (60, 60, false, true), (59, 60, true, true), (4, 60, true, false),
      (-0.5, 0, false, false), (-60, 60, false, true), (1e9, 1e9 + 1, false, false),
    ] as [(Double?, Double, Bool, Bool)])
  func due(age: Double?, staleTime: Double, byUser: Bool, expected: Bool) {
    let run = RefreshRun(isByUser: byUser, date: clock.date)
    let fetchedAt = age.map { clock.date - $0 }
    #expect(run.isDue(fetchedAt, staleTime: .seconds(staleTime)) == expected)
  }

  @Test("ten triggers within five seconds are one run, and one more after them")
  func merging() async throws {
    let log = Log()
    let refresher = makeRefresher(log)
    let displayed = refresher.display { log.note($0.isByUser ? "by user" : "by itself") }
    #expect(refresher.fire("foreground") == .ran)
    try await eventually { log.entries == ["deliver", "by itself"] }
    try await eventually { refresher.fire("tap", byUser: true) == .scheduled(after: .seconds(5)) }
    for _ in 0..<8 { #expect(refresher.fire("timer") == .merged) }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(4))
    #expect(log.entries.count == 2)
    clock.advance(by: .seconds(1))
    try await eventually { log.entries == ["deliver", "by itself", "deliver", "by user"] }
    withExtendedLifetime(displayed) {}
  }

  @Test("what a run does has its triggers as its cause")
  func causes() async throws {
    let log = Log()
    let refresher = makeRefresher(Log())
    let displayed = refresher.display { _ in log.note(MarketEvent.Cause.current?.name ?? "none") }
    refresher.fire("refresh")
    try await eventually { log.entries.count == 1 }
    try await eventually { refresher.fire("pull", byUser: true) == .scheduled(after: .seconds(5)) }
    refresher.fire("network")
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    try await eventually { log.entries == ["refresh", "pull, network › refresh"] }
    withExtendedLifetime(displayed) {}
  }

  @Test("what is not displayed any more is not refreshed, nor anything while suspended")
  func ends() async throws {
    let log = Log()
    let refresher = makeRefresher(log)
    var gone: Displayed? = refresher.display { _ in log.note("gone") }
    let displayed = refresher.display { _ in log.note("displayed") }
    #expect(gone != nil)
    gone = nil
    refresher.fire("foreground")
    try await eventually { log.entries == ["deliver", "displayed"] }
    refresher.fire("timer")
    refresher.suspend()
    #expect(refresher.fire("timer") == .merged)
    try await eventually { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(3_600))
    #expect(log.entries.count == 2)
    refresher.resume()
    #expect(refresher.fire("foreground") == .ran)
    try await eventually { log.entries.count == 4 }
    withExtendedLifetime(displayed) {}
  }

  private final class Log: Sendable {
    private let notes = Mutex<[String]>([])
    var entries: [String] { notes.withLock { $0 } }
    func note(_ text: String) { notes.withLock { $0.append(text) } }
  }
}
