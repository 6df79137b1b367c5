import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("Rate limit machine")
struct RateLimitMachineTests {
  /// Serves everybody who arrives at `arrivals` (ascending), each as early as the machine allows.
  private func serve(_ arrivals: [Int64], _ limit: RateLimit) -> [Int64] {
    var machine = RateLimitMachine<Int>(limit)
    var served: [Int64] = []
    func drain(until end: Int64) {
      while let wake = machine.wake?.nanoseconds, wake <= end {
        let now = max(wake, served.last ?? 0, 0)
        while machine.next(at: Moment(nanoseconds: now)) != nil { served.append(now) }
      }
    }
    for (number, arrival) in arrivals.enumerated() {
      drain(until: arrival)
      machine.enqueue(number, id: UInt64(number), at: .user)
      while machine.next(at: Moment(nanoseconds: arrival)) != nil { served.append(arrival) }
    }
    drain(until: .max)
    return served
  }

  @Test("no window holds more than burst + rate × t, over random limits and arrivals", arguments: 0..<200)
  func window(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let interval = Int64.random(in: 1...1_000, using: &random)
    let burst = Int.random(in: 1...20, using: &random)
    var time: Int64 = 0
    let arrivals = (0..<300).map { _ in
      time += Bool.random(using: &random) ? 0 : Int64.random(in: 0...3 * interval, using: &random)
      return time
    }
    let served = serve(arrivals, RateLimit(oneEvery: .nanoseconds(interval), burst: burst))
    try #require(served.count == arrivals.count)
    for first in served.indices {
      for last in first..<served.count {
        let allowed = Int64(burst) + (served[last] - served[first]) / interval
        try #require(Int64(last - first + 1) <= allowed, "seed \(seed), served \(first)...\(last)")
      }
    }
  }

  @Test(".perSecond(n) lets at most n through in any second", arguments: [-3, 0, 1, 2, 7, 10, 49, 50, 1000])
  func perSecond(count: Int) throws {
    let served = serve(Array(repeating: 0, count: 3 * max(1, count)), .perSecond(count))
    for (index, start) in served.enumerated() {
      let inSecond = served[index...].prefix { $0 < start + 1_000_000_000 }.count
      try #require(inSecond <= max(1, count))
    }
    #expect(served[0] == 0)
    #expect(served[served.count - 1] <= 4_000_000_000)
  }

  @Test("a token that is due belongs to the one who waits for it, not to one who comes then")
  func noOvertaking() {
    var machine = RateLimitMachine<Int>(RateLimit(oneEvery: .seconds(1)))
    let (start, end) = (Moment.zero, Moment(nanoseconds: 1_000_000_000))
    _ = machine.take(at: start)
    machine.enqueue(1, id: 1, at: .prefetch)
    let isTaken = machine.take(at: end)
    #expect(!isTaken)
    let served = machine.next(at: end)
    #expect(served == 1)
  }

  @Test("a queue that was empty while others were served has not been passed by")
  func noPatienceUsed() {
    var machine = RateLimitMachine<UInt64>(.unlimited)
    for id in 1...20 as ClosedRange<UInt64> { machine.enqueue(id, id: id, at: .user) }
    for _ in 1...20 { _ = machine.next(at: .zero) }
    machine.enqueue(21, id: 21, at: .prefetch)
    machine.enqueue(22, id: 22, at: .user)
    let served = machine.next(at: .zero)
    #expect(served == 22)
  }

  @Test("with every queue full, the highest priority goes first and none is passed by more than ten times")
  func priorities() throws {
    var machine = RateLimitMachine<RequestPriority>(.unlimited)
    var id: UInt64 = 0
    for _ in 0..<1_000 {
      for priority in RequestPriority.allCases {
        id += 1
        machine.enqueue(priority, id: id, at: priority)
      }
    }
    let order = (0..<1_000).compactMap { _ in machine.next(at: .zero) }
    #expect(order.prefix(8).allSatisfy { $0 == .user })
    for priority in RequestPriority.allCases {
      let turns = [-1] + order.indices.filter { order[$0] == priority }
      let gaps = zip(turns, turns.dropFirst()).map { $1 - $0 - 1 }
      #expect(!gaps.isEmpty && gaps.allSatisfy { $0 <= 10 }, "\(priority): \(gaps.max() ?? 0)")
    }
  }

  @Test(
    "random arrivals of random priorities: first in, first out in each, and the bound holds",
    arguments: 0..<50)
  func randomPriorities(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var machine = RateLimitMachine<(rank: Int, id: UInt64)>(.unlimited)
    var waiting: [[UInt64]] = Array(repeating: [], count: 4)
    var passedBy = [0, 0, 0, 0]
    for id in 0..<UInt64(2_000) {
      let rank = Int.random(in: 0..<4, using: &random)
      if Bool.random(using: &random) || waiting[rank].isEmpty {
        machine.enqueue((rank, id), id: id, at: RequestPriority.allCases[rank])
        waiting[rank].append(id)
      }
      if Int.random(in: 0..<9, using: &random) == 0, let left = waiting[rank].randomElement(using: &random) {
        #expect(machine.remove(left, at: RequestPriority.allCases[rank])?.id == left)
        waiting[rank].removeAll { $0 == left }
        if waiting[rank].isEmpty { passedBy[rank] = 0 }
      }
      guard Int.random(in: 0..<2, using: &random) == 0, let served = machine.next(at: .zero) else { continue }
      try #require(waiting[served.rank].first == served.id, "seed \(seed)")
      waiting[served.rank].removeFirst()
      for other in 0..<4 where other != served.rank && !waiting[other].isEmpty { passedBy[other] += 1 }
      passedBy[served.rank] = 0
      try #require(passedBy.allSatisfy { $0 <= 10 }, "seed \(seed)")
    }
  }

  @Test("after a pause comes one token, not a burst")
  func pause() {
    var machine = RateLimitMachine<Int>(RateLimit(oneEvery: .seconds(1), burst: 5))
    machine.pause(until: Moment(nanoseconds: 10_000_000_000))
    for id in 0..<3 { machine.enqueue(id, id: UInt64(id), at: .user) }
    #expect(machine.next(at: Moment(nanoseconds: 9_999_999_999)) == nil)
    #expect(machine.wake == Moment(nanoseconds: 10_000_000_000))
    #expect(machine.next(at: Moment(nanoseconds: 10_000_000_000)) == 0)
    #expect(machine.next(at: Moment(nanoseconds: 10_999_999_999)) == nil)
    #expect(machine.next(at: Moment(nanoseconds: 11_000_000_000)) == 1)
  }

  @Test(
    "zero and negative intervals mean no limit; huge ones give the burst and then nothing",
    arguments: [
      (Duration.zero, 1, 100), (.seconds(-5), 3, 100), (.seconds(Int64.max), 2, 2), (.seconds(1), -4, 1),
    ])
  func edges(interval: Duration, burst: Int, passed: Int) {
    var machine = RateLimitMachine<Int>(RateLimit(oneEvery: interval, burst: burst))
    #expect((0..<100).filter { _ in machine.take(at: .zero) }.count == passed)
  }
}
