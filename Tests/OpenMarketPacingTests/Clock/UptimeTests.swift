import Testing

@testable import OpenMarketPacing

@Suite struct UptimeTests {
  @Test(
    "the time between two moments is known within one start of the device, and never negative",
    arguments: [("a", 3, 2), ("a", 5, 0), ("a", 6, nil), ("b", 3, nil)] as [(String, Int, Int?)])
  func duration(boot: String, elapsed: Int, expected: Int?) {
    let now = Uptime(boot: "a", elapsed: .seconds(5))
    let earlier = Uptime(boot: boot, elapsed: .seconds(elapsed))
    #expect(now.duration(since: earlier) == expected.map { .seconds($0) })
  }
}
