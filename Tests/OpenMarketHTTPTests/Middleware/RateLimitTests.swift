import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite(.timeLimit(.minutes(5))) struct RateLimitTests {
  private func client(
    _ transport: ScriptedTransport, _ clock: ManualClock,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.clock = AnyClock(clock)
      $0.rateLimit = RateLimit(oneEvery: .seconds(1))
      configure(&$0)
    }
  }

  @Test("Tries wait for their turn, the user's before what was asked for ahead of time")
  func priorities() async throws {
    let clock = ManualClock()
    let limiter = RateLimiter(RateLimit(oneEvery: .seconds(1)), clock: AnyClock(clock))
    try await ScriptedTransport.play([
      .get("/things/first", .response(200)), .get("/things/user", .response(200)),
      .get("/things/prefetch", .response(200)),
    ]) { transport in
      // With a limiter that can be asked who waits.
      let client = try client(transport, clock) {
        $0.rateLimit = .unlimited
        $0.middlewares = [RateLimitMiddleware(limiter: limiter, maxDelay: .seconds(30), date: { Date() })]
      }
      try await client.send(ShowThing(id: "first"))
      let prefetch = Task {
        try await client.send(ShowThing(id: "prefetch"), options: RequestOptions { $0.priority = .prefetch })
      }
      while limiter.waiterCount(of: .prefetch) < 1 { await giveWay() }
      let user = Task { try await client.send(ShowThing(id: "user")) }
      while limiter.waiterCount(of: .user) < 1 { await giveWay() }
      clock.advance(by: .seconds(1))
      try await user.value
      #expect(transport.requests.count == 2)
      clock.advance(by: .seconds(1))
      try await prefetch.value
    }
  }

  @Test("Retry-After holds up every call, but a hostile one not for ever")
  func pause() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .response(429, [.retryAfter: "2000000"])), .get("/things/1", .response(200)),
    ]) { transport in
      let client = try client(transport, clock)
      let error = try await httpError { _ = try await client.send(.numbers) }
      #expect(error.code == .rateLimited)
      let task = Task { try await client.send(ShowThing(id: "1")) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(29))
      await clock.sleepers(atLeast: 1)
      #expect(transport.requests.count == 1)
      clock.advance(by: .seconds(2))
      try await task.value
    }
  }

  @Test("Each retry takes its turn too, and the wait is no part of the attempt's time")
  func retries() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .response(500)), .get("/numbers", .json("[1]")),
    ]) { transport in
      let client = try client(transport, clock) {
        $0.retry = .standard
        $0.time.jitter = { 0 }
        $0.attemptTimeout = .milliseconds(500)
      }
      let origin = client.clock.now
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      #expect(try await task.value == [1])
      let deadlines = transport.requests.compactMap { $0.deadline.map { origin.duration(to: $0) } }
      #expect(deadlines == [.milliseconds(500), .milliseconds(1500)])
    }
  }
}
