import Foundation
import Measuring
import OpenMarketPacing

/// The cost of a crowd of waiters: each the same, however many there are.
enum Waiters {
  static func measure() async {
    var costs: [Double] = []
    for count in [1_000, 10_000, 100_000] {
      // As many waiters in all three, so that each figure rests on the same amount of work.
      var rounds: [Double] = []
      for _ in 0..<(100_000 / count) { rounds.append(await cost(of: count)) }
      costs.append(median(rounds))
      report("RateLimiter, \(count) waiters: CPU of each, with its task", median(rounds), "%.2f µs")
    }
    let growth = costs[2] / costs[0]
    report(
      "  a hundred times the waiters: cost of each ×", growth, "%.2f",
      must: "O(log n): ≤ \(String(format: "%.2f", log(100_000.0) / log(1_000.0)))",
      isMet: growth <= log(1e5) / log(1e3))
  }

  private static func cost(of count: Int) async -> Double {
    let limiter = RateLimiter(RateLimit(oneEvery: .nanoseconds(1), burst: 1))
    limiter.pause(for: .milliseconds(count / 100))
    let start = processorSeconds()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { try? await limiter.acquire(.visible) } }
    }
    return (processorSeconds() - start) / Double(count) * 1e6
  }
}
