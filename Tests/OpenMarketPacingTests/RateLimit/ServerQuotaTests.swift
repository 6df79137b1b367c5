import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("What a server lets through")
struct ServerQuotaTests {
  private let end = Moment(nanoseconds: 10_000_000_000)

  @Test(
    "each priority leaves a part of what there was to those above",
    arguments: [
      (32, 4), (9, 4), (8, 3), (5, 3), (4, 2), (3, 2), (2, 1), (1, 1), (0, 0), (-1, 0),
    ])
  func shares(remaining: Int, count: Int) {
    let allowed = RequestPriority.allCases.reversed().filter { priority in
      var machine = RateLimitMachine<Int>(.unlimited)
      machine.learn(remaining: remaining, of: 32, until: end, at: .zero)
      return machine.take(at: .zero, priority)
    }
    #expect(allowed == Array(RequestPriority.allCases.reversed().prefix(count)))
  }

  @Test("without a stated size it is the most that was known to be left, for as long as that holds")
  func size() {
    var machine = RateLimitMachine<Int>(.unlimited)
    machine.learn(remaining: 32, of: nil, until: end, at: .zero)
    machine.learn(remaining: 8, of: nil, until: end, at: .zero)
    let before = machine.take(at: .zero, .prefetch)
    machine.learn(remaining: 8, of: nil, until: Moment(nanoseconds: 20_000_000_000), at: end)
    let after = machine.take(at: end, .prefetch)
    #expect(!before && after)
  }

  @Test("when nothing is left everybody waits until the server counts anew, and no longer")
  func empty() {
    var machine = RateLimitMachine<Int>(.unlimited)
    machine.learn(remaining: 0, of: 32, until: end, at: .zero)
    machine.enqueue(1, id: 1, at: .user)
    #expect(machine.next(at: Moment(nanoseconds: 9_999_999_999)) == nil)
    #expect(machine.wake == end)
    #expect(machine.next(at: end) == 1)
    #expect(machine.wake == nil)
  }

  @Test("what matters more passes by what the server holds up, which goes on when there is more again")
  func passing() {
    var machine = RateLimitMachine<Int>(.unlimited)
    machine.learn(remaining: 5, of: 32, until: end, at: .zero)
    machine.enqueue(1, id: 1, at: .prefetch)
    #expect(machine.next(at: .zero) == nil)
    #expect(machine.wake == end)
    machine.enqueue(2, id: 2, at: .user)
    #expect(machine.wake == .zero)
    #expect(machine.next(at: .zero) == 2)
    #expect(machine.next(at: .zero) == nil)
    machine.learn(remaining: 30, of: 32, until: end, at: .zero)
    #expect(machine.next(at: .zero) == 1)
  }

  @Test("no more pass than the server has said, and all in the end, over random arrivals", arguments: 0..<100)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var machine = RateLimitMachine<Int>(RateLimit(oneEvery: .nanoseconds(1), burst: 50))
    let remaining = Int.random(in: 0...40, using: &random)
    machine.learn(remaining: remaining, of: 40, until: end, at: .zero)
    for id in 0..<100 {
      let priority = try #require(RequestPriority.allCases.randomElement(using: &random))
      machine.enqueue(id, id: UInt64(id), at: priority)
    }
    var (before, after) = (0, 0)
    while machine.next(at: Moment(nanoseconds: 1_000_000)) != nil { before += 1 }
    #expect(before <= remaining, "seed \(seed)")
    #expect(machine.wake == end, "seed \(seed)")
    var now = end
    while let wake = machine.wake {
      now = max(now, wake)
      while machine.next(at: now) != nil { after += 1 }
    }
    #expect(before + after == 100, "seed \(seed)")
  }
}
