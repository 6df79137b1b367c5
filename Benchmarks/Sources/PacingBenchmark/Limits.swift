import OpenMarketPacing
import Synchronization

/// Random arrivals of random priorities on a clock that stands still between steps: no window may hold more than
/// burst + rate × t, and no priority may be passed by more often than stated.
enum Limits {
  private static let arrivals = 3_000
  /// The bound that `RateLimiter` promises.
  private static let statedBound = 10

  static func check() async throws {
    var (fullest, longest) = (-Double.infinity, 0)
    for (interval, burst) in [(Int64(1_000), 1), (20_000, 5), (100, 50)] {
      let served = await serve(RateLimit(oneEvery: .nanoseconds(interval), burst: burst), every: interval)
      for first in served.indices {
        for last in first..<served.count {
          let allowed = Double(burst) + Double((served[last].time - served[first].time) / interval)
          fullest = max(fullest, Double(last - first + 1) - allowed)
        }
      }
      longest = max(longest, longestPassedBy(served))
    }
    report(
      "3 × \(arrivals) random arrivals: fullest window, in tokens above burst + rate × t", fullest, "%.0f",
      must: "≤ 0", isMet: fullest <= 0)
    report(
      "  most tokens in a row past a waiting priority", Double(longest), "%.0f", must: "≤ \(statedBound)",
      isMet: longest <= statedBound)
  }

  private struct Served {
    let priority: RequestPriority
    let arrived: Int64
    let time: Int64
    /// How many had been served before.
    let place: Int
  }

  /// Who was served, in that order.
  private final class Register: Sendable {
    private let served = Mutex<[Served]>([])

    var all: [Served] { served.withLock { $0 } }
    func add(_ priority: RequestPriority, arrived: Int64, at time: Int64) {
      served.withLock { $0.append(Served(priority: priority, arrived: arrived, time: time, place: $0.count)) }
    }
  }

  /// How many tokens in a row went past a priority at most while it had a waiter.
  private static func longestPassedBy(_ served: [Served]) -> Int {
    var longest = 0
    for priority in RequestPriority.allCases {
      let turns = served.filter { $0.priority == priority }
      var previous = -1
      for turn in turns {
        // Others served since this priority's last turn, at moments after this waiter had come.
        let passed = served[(previous + 1)..<turn.place].count { $0.time > turn.arrived }
        longest = max(longest, passed)
        previous = turn.place
      }
    }
    return longest
  }

  private static func serve(_ limit: RateLimit, every interval: Int64) async -> [Served] {
    let clock = SteppedClock()
    let limiter = RateLimiter(limit, clock: clock)
    let served = Register()
    var random = SystemRandomNumberGenerator()
    func settle(_ arrived: Int) async {
      while true {
        let waiting = RequestPriority.allCases.reduce(0) { $0 + limiter.waiterCount(of: $1) }
        let isSettled = served.all.count + waiting == arrived
        if isSettled, waiting == 0 || clock.nextDeadline.map({ $0 > clock.now.offset }) == true { return }
        await Task.yield()
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for arrived in 1...arrivals {
        let priority = RequestPriority.allCases.randomElement(using: &random) ?? .user
        let time = clock.nanoseconds
        group.addTask {
          try? await limiter.acquire(priority)
          served.add(priority, arrived: time, at: clock.nanoseconds)
        }
        await settle(arrived)
        // Half of them come at the same moment as the one before; on average as many come as may pass.
        let pause = Int64.random(in: 0...4 * interval, using: &random)
        guard Bool.random(using: &random) else { continue }
        let until = clock.now.offset + .nanoseconds(pause)
        while let next = clock.nextDeadline, next <= until {
          clock.advance(to: next)
          await settle(arrived)
        }
        clock.advance(to: until)
      }
      while let next = clock.nextDeadline {
        clock.advance(to: next)
        await settle(arrivals)
      }
      await group.waitForAll()
    }
    return served.all
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { Int64(attoseconds / 1_000_000_000) }
}
