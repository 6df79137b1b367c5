import CAllocationCounter
import Dispatch
import Foundation
import Measuring
import OpenCombine
import OpenCombineDispatch
import OpenMarketPacing
import Synchronization

/// `PacingBenchmark`: what a submitted event costs, against the usual ways of writing it by hand, and what else
/// the pacing module promises about cost.
@main
enum Main {
  /// Events per round; they come without pause, so that nearly all of them are cancelled.
  static let events = 200_000
  static let interval = 0.05

  static func main() async throws {
    try await perEvent()
    await allocations()
    try await deadlines()
    try await waiters()
    await idleKeys()
  }

  private static func perEvent() async throws {
    let queue = DispatchQueue(label: "benchmark")
    let runs = Runs()
    let dispatchDebouncer = DispatchDebouncer(.seconds(interval), queue: queue)
    let debouncer = Debouncer(.seconds(interval))
    let dispatchThrottler = DispatchThrottler(.seconds(interval), queue: queue)
    let throttler = Throttler(.seconds(interval))

    func remadeWorkItem() async throws {
      var pending: DispatchWorkItem?
      for _ in 0..<events {
        pending?.cancel()
        let item = DispatchWorkItem { runs.add() }
        queue.asyncAfter(deadline: .now() + interval, execute: item)
        pending = item
      }
      try await drain()
    }
    func remadeTask() async throws {
      var pending: Task<Void, any Error>?
      for _ in 0..<events {
        pending?.cancel()
        pending = Task {
          try await Task.sleep(for: .seconds(interval))
          runs.add()
        }
      }
      try await drain()
    }
    func openCombine(latest: Bool) async throws {
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.throttle(for: .seconds(interval), scheduler: queue.ocombine, latest: latest)
        .sink { _ in runs.add() }
      for event in 0..<events { subject.send(event) }
      try await drain()
      subscription.cancel()
    }
    func submit(_ event: () -> Void) async throws {
      for _ in 0..<events { event() }
      try await drain()
    }

    for (name, reference) in [("DispatchWorkItem", remadeWorkItem), ("Task.sleep", remadeTask)] {
      try await compare(
        "DispatchDebouncer ÷ \(name) re-made per event", rounds: 5, operations: events,
        subject: { try await submit { dispatchDebouncer { runs.add() } } }, reference: reference)
      try await compare(
        "Debouncer ÷ \(name) re-made per event", rounds: 5, operations: events,
        subject: { try await submit { debouncer { runs.add() } } }, reference: reference)
    }
    try await compare(
      "DispatchThrottler ÷ OpenCombine throttle(latest: true)", rounds: 5, operations: events,
      subject: { try await submit { dispatchThrottler { runs.add() } } },
      reference: { try await openCombine(latest: true) })
    try await compare(
      "Throttler ÷ OpenCombine throttle(latest: true)", rounds: 5, operations: events,
      subject: { try await submit { throttler { runs.add() } } },
      reference: { try await openCombine(latest: true) })
  }

  /// Counts what one more event allocates while a burst goes on.
  private static func allocations() async {
    let queue = DispatchQueue(label: "allocations")
    let runs = Runs()
    let dispatchDebouncer = DispatchDebouncer(.seconds(60), queue: queue)
    let debouncer = Debouncer(.seconds(60))
    let dispatchThrottler = DispatchThrottler(.seconds(60), queue: queue)
    let throttler = Throttler(.seconds(60))
    let forms: [(String, () -> Void)] = [
      ("DispatchDebouncer", { dispatchDebouncer { runs.add() } }),
      ("Debouncer", { debouncer { runs.add() } }),
      ("DispatchThrottler", { dispatchThrottler { runs.add() } }),
      ("Throttler", { throttler { runs.add() } }),
    ]
    for (name, submit) in forms {
      for _ in 0..<1_000 { submit() }
      let before = allocation_count()
      for _ in 0..<events { submit() }
      let count = allocation_count() - before
      print("\(name): \(count) allocations in \(events) events")
    }
  }

  private static func deadlines() async throws {
    let clock = ContinuousClock()
    let operations = 50_000
    try await compare(
      "withDeadline ÷ the bare call in a task of its own", rounds: 5, operations: operations,
      subject: {
        for _ in 0..<operations {
          _ = try await withDeadline(clock.now + .seconds(60), clock: clock) { 1 }
        }
      },
      reference: { for _ in 0..<operations { _ = await Task { 1 }.value } })
  }

  /// A hundred thousand waiters against a thousand: the cost of each must stay the same.
  private static func waiters() async throws {
    for count in [1_000, 100_000] {
      let limiter = RateLimiter(RateLimit(oneEvery: .nanoseconds(1), burst: 1))
      limiter.pause(for: .seconds(2))
      let start = processorSeconds()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count { group.addTask { try? await limiter.acquire(.visible) } }
      }
      let cost = (processorSeconds() - start) / Double(count) * 1e6
      print(String(format: "RateLimiter, %d waiters: %.2f µs CPU each, with their tasks", count, cost))
    }
  }

  private static func idleKeys() async {
    let debouncers = (0..<10_000).map { _ in Debouncer(.milliseconds(1)) }
    let keyed = KeyedDebouncer<Int>(.milliseconds(1))
    for (key, debouncer) in debouncers.enumerated() {
      keyed(key) {}
      debouncer {}
    }
    try? await Task.sleep(for: .seconds(1))
    let start = processorSeconds()
    try? await Task.sleep(for: .seconds(2))
    let cost = (processorSeconds() - start) / 2 * 100
    print(
      String(format: "10,000 keys and 10,000 debouncers idle: %.2f %% CPU, %d keys kept", cost, keyed.count))
    withExtendedLifetime(debouncers) {}
  }

  /// Waits until what is pending has run, so that it does not burden the next round.
  private static func drain() async throws { try await Task.sleep(for: .seconds(2 * interval)) }
}

/// Something for actions to do that the compiler cannot remove.
private final class Runs: Sendable {
  private let count = Atomic(0)
  func add() { count.add(1, ordering: .relaxed) }
}
