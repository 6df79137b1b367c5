import Dispatch
import Testing

@testable import OpenMarketPacing

/// Every action runs or is cancelled, exactly once: on the real clock, with 64 tasks submitting at once.
@Suite("64 submitters lose nothing", .serialized, .timeLimit(.minutes(5)))
struct StressTests {
  private func submit(_ total: Int, _ body: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { for _ in 0..<total / 64 { body() } } }
    }
  }

  @Test("GCD debouncer, 1,000,000 events")
  func dispatchDebouncer() async {
    let (ran, cancelled, queue) = (Counter(), Counter(), DispatchQueue(label: "stress"))
    do {
      let debouncer = DispatchDebouncer(.microseconds(200), maxWait: .milliseconds(1), queue: queue)
      await submit(1_000_000) {
        debouncer {
          ran.increment()
        } onCancel: {
          cancelled.increment()
        }
      }
    }
    queue.sync {}
    #expect(ran.count + cancelled.count == 1_000_000)
    #expect(ran.count > 0)
  }

  @Test("GCD throttler, 64,000 events", arguments: ThrottleMode.allCases)
  func dispatchThrottler(mode: ThrottleMode) async {
    let (ran, cancelled, queue) = (Counter(), Counter(), DispatchQueue(label: "stress"))
    do {
      let throttler = DispatchThrottler(.microseconds(100), mode: mode, queue: queue)
      await submit(64_000) {
        throttler {
          ran.increment()
        } onCancel: {
          cancelled.increment()
        }
      }
    }
    queue.sync {}
    #expect(ran.count + cancelled.count == 64_000)
    #expect(ran.count > 0)
  }

  @Test("async debouncer and throttler, 64,000 events each")
  func tasks() async {
    let (ran, cancelled) = (Counter(), Counter())
    do {
      let debouncer = Debouncer(.microseconds(100), leading: true, maxWait: .microseconds(500))
      let throttler = Throttler(.microseconds(100))
      await submit(64_000) {
        debouncer {
          ran.increment()
        } onCancel: {
          cancelled.increment()
        }
        throttler {
          ran.increment()
        } onCancel: {
          cancelled.increment()
        }
      }
    }
    await until { ran.count + cancelled.count >= 128_000 }
    #expect(ran.count + cancelled.count == 128_000)
  }

  @Test("keyed GCD debouncer, 64,000 events for 1,000 keys, and no key stays")
  func keyed() async {
    let (ran, cancelled, queue) = (Counter(), Counter(), DispatchQueue(label: "stress"))
    let debouncer = KeyedDispatchDebouncer<Int>(.microseconds(100), queue: queue)
    await submit(64_000) {
      debouncer(.random(in: 0..<1_000)) {
        ran.increment()
      } onCancel: {
        cancelled.increment()
      }
    }
    await until { ran.count + cancelled.count >= 64_000 && debouncer.count == 0 }
    #expect(ran.count + cancelled.count == 64_000)
  }
}
