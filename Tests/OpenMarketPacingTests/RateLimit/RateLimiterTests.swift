import OpenMarketMock
import OpenMarketPacing
import Testing

@Suite("RateLimiter", .timeLimit(.minutes(5)))
struct RateLimiterTests {
  let clock = ManualClock()

  private func limiter(oneEvery interval: Duration, burst: Int = 1) -> RateLimiter {
    RateLimiter(RateLimit(oneEvery: interval, burst: burst), clock: AnyClock(clock))
  }

  @Test("a burst passes at once and the next caller waits for its token")
  func burst() async throws {
    let limiter = limiter(oneEvery: .seconds(1), burst: 3)
    for _ in 0..<3 { try await limiter.acquire() }
    #expect(clock.sleeperCount == 0)
    let fourth = Task { try await limiter.acquire() }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    try await fourth.value
  }

  @Test("a pause of no time leaves the burst", arguments: [Duration.zero, .seconds(-1)])
  func noPause(duration: Duration) async throws {
    let limiter = limiter(oneEvery: .seconds(1), burst: 2)
    limiter.pause(for: duration)
    for _ in 0..<2 { try await limiter.acquire() }
    #expect(clock.sleeperCount == 0)
  }

  @Test("a task that is cancelled before it asks takes no token")
  func cancelledBefore() async throws {
    let limiter = limiter(oneEvery: .seconds(1))
    let cancelled = Task {
      await untilCancelled()
      try await limiter.acquire()
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await limiter.acquire()
  }

  @Test("waiters of a higher priority are served first")
  func order() async throws {
    let limiter = limiter(oneEvery: .seconds(1))
    try await limiter.acquire()
    let served = Log<RequestPriority>()
    for priority in RequestPriority.allCases {
      Task {
        try await limiter.acquire(priority)
        served.append(priority)
      }
      await until { limiter.waiterCount(of: priority) == 1 }
    }
    for count in 1...4 {
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      await until { served.count == count }
    }
    #expect(served.entries == RequestPriority.allCases.reversed())
  }

  @Test("a cancelled waiter returns at once, and its place and token go to the next")
  func cancellation() async throws {
    let limiter = limiter(oneEvery: .seconds(1))
    try await limiter.acquire()
    let first = Task { try await limiter.acquire() }
    await until { limiter.waiterCount(of: .user) == 1 }
    let second = Task { try await limiter.acquire() }
    await until { limiter.waiterCount(of: .user) == 2 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(limiter.waiterCount(of: .user) == 1)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    try await second.value
  }

  @Test("Retry-After holds everybody back, also those who wait already")
  func pause() async throws {
    let limiter = limiter(oneEvery: .seconds(1), burst: 5)
    for _ in 0..<5 { try await limiter.acquire() }
    let waiter = Task { try await limiter.acquire() }
    await clock.sleepers(atLeast: 1)
    limiter.pause(for: .seconds(30))
    limiter.pause(for: .seconds(3))
    limiter.pause(for: .seconds(-3))
    clock.advance(by: .seconds(29))
    await clock.sleepers(atLeast: 1)
    #expect(limiter.waiterCount(of: .user) == 1)
    clock.advance(by: .seconds(1))
    try await waiter.value
  }

  @Test("a clock that goes back does not stop the limiter")
  func clockGoesBack() async throws {
    let clock = ManualClock()
    let limiter = RateLimiter(RateLimit(oneEvery: .seconds(1)), clock: AnyClock(clock))
    try await limiter.acquire()
    let waiter = Task { try await limiter.acquire() }
    await until { limiter.waiterCount(of: .user) == 1 }
    clock.jump(by: .seconds(-3_600))
    let second = Task { try await limiter.acquire() }
    await until { limiter.waiterCount(of: .user) == 2 }
    await until { clock.nextDeadline == .seconds(-3_599) }
    clock.jump(by: .seconds(1))
    try await waiter.value
    await until { clock.nextDeadline == .seconds(-3_598) }
    clock.jump(by: .seconds(1))
    try await second.value
  }

  @Test("many thousand waiters are served in order, and half of them cancelled, in no time")
  func crowd() async throws {
    let count = 20_000
    let limiter = limiter(oneEvery: .seconds(1), burst: count)
    limiter.pause(for: .seconds(1))
    let tasks = (0..<count).map { _ in Task { try await limiter.acquire(.prefetch) } }
    await until { limiter.waiterCount(of: .prefetch) == count }
    for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
    #expect(limiter.waiterCount(of: .prefetch) == count / 2)
    clock.advance(by: .seconds(2 * count))
    var served = 0
    for task in tasks where (try? await task.value) != nil { served += 1 }
    #expect(served == count / 2)
  }
}
