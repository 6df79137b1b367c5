import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite(.timeLimit(.minutes(5))) struct RateLimitTests {
  private func client(
    _ transport: ScriptedTransport, _ clock: ManualClock,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.clock = AnyClock(clock)
      $0.time.jitter = { 0 }
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
      let address = try ServerAddress(#require(URL(string: "http://market.test")))
      let client = try client(transport, clock) {
        $0.rateLimit = .unlimited
        $0.middlewares = [
          RateLimitMiddleware(
            limiter: limiter, server: address, policy: RetryPolicy(), time: TimeSource())
        ]
      }
      try await client.send(ShowThing(id: "first"))
      let prefetch = Task {
        try await client.send(ShowThing(id: "prefetch"), options: RequestOptions { $0.priority = .prefetch })
      }
      while limiter.waiterCount(of: .prefetch) < 1, !Task.isCancelled { await giveWay() }
      let user = Task { try await client.send(ShowThing(id: "user")) }
      while limiter.waiterCount(of: .user) < 1, !Task.isCancelled { await giveWay() }
      clock.advance(by: .seconds(1))
      try await user.value
      #expect(transport.requests.count == 2)
      clock.advance(by: .seconds(1))
      try await prefetch.value
    }
  }

  @Test("Another host that asks for a pause, such as one for photos, does not hold up the server's calls")
  func otherHost() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/chair.jpg", .response(503, [.retryAfter: "20"])), .get("/things/user", .response(200)),
    ]) { transport in
      let client = try client(transport, clock) {
        $0.rateLimit = RateLimit(oneEvery: .seconds(1), burst: 2)
        $0.maxAttempts = 1
      }
      let photo = try #require(URL(string: "http://photos.test/chair.jpg"))
      await #expect(throws: HTTPError.self) { try await client.fetch(photo) }
      try await client.send(ShowThing(id: "user"))
    }
  }

  @Test(
    "A server's quota is read in each of its forms, or not at all",
    arguments: [
      (["RateLimit": #""default";r=50;t=30"#], RateLimitFields(remaining: 50, reset: .seconds(30))),
      (
        ["RateLimit": #""hour";r=9;t=3000, "second";r=2;t=1, "day";r=2;t=40"#],
        RateLimitFields(remaining: 2, reset: .seconds(40))
      ),
      (
        ["RateLimit": "limit=100, remaining=5, reset=30"],
        RateLimitFields(remaining: 5, limit: 100, reset: .seconds(30))
      ),
      (
        ["RateLimit-Remaining": "7", "RateLimit-Reset": "60", "RateLimit-Limit": "10"],
        RateLimitFields(remaining: 7, limit: 10, reset: .seconds(60))
      ),
      (
        ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000030"],
        RateLimitFields(remaining: 0, reset: .seconds(30))
      ),
      (
        ["X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "1700000030000"],
        RateLimitFields(remaining: 0, reset: .seconds(30))
      ),
      (
        ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "1600000000"],
        RateLimitFields(remaining: 1, reset: .zero)
      ),
      (["RateLimit": "none", "X-RateLimit-Remaining": "1"], nil), (["RateLimit": #""x";r=-1;t=3"#], nil),
      (["X-RateLimit-Remaining": "many", "X-RateLimit-Reset": "1"], nil), ([:], nil),
    ] as [([String: String], RateLimitFields?)])
  func quotaFields(fields: [String: String], quota: RateLimitFields?) throws {
    var all = HTTPFields()
    for (name, value) in fields { all[try #require(HTTPField.Name(name))] = value }
    #expect(RateLimitFields(all, now: Date(timeIntervalSince1970: 1_700_000_000)) == quota)
  }

  @Test(
    "When a server says that little is left, what matters less waits until it counts anew, also without a limit"
  )
  func quota() async throws {
    let clock = ManualClock()
    var fields: HTTPFields = [try #require(HTTPField.Name("X-RateLimit-Remaining")): "3"]
    fields[try #require(HTTPField.Name("X-RateLimit-Limit"))] = "100"
    fields[try #require(HTTPField.Name("X-RateLimit-Reset"))] = "10"
    try await ScriptedTransport.play([
      .get("/things/first", .response(200, fields)), .get("/things/user", .response(200)),
      .get("/things/prefetch", .response(200)),
    ]) { transport in
      let client = try client(transport, clock) { $0.rateLimit = .unlimited }
      try await client.send(ShowThing(id: "first"))
      let prefetch = Task {
        try await client.send(ShowThing(id: "prefetch"), options: RequestOptions { $0.priority = .prefetch })
      }
      await clock.sleepers(atLeast: 1)
      try await client.send(ShowThing(id: "user"))
      #expect(transport.requests.count == 2)
      clock.advance(by: .seconds(10))
      try await prefetch.value
    }
  }

  @Test("What another host says about its own quota holds up no call to the server")
  func foreignQuota() async throws {
    let clock = ManualClock()
    var fields: HTTPFields = [try #require(HTTPField.Name("RateLimit-Remaining")): "0"]
    fields[try #require(HTTPField.Name("RateLimit-Reset"))] = "10"
    try await ScriptedTransport.play([
      .get("/a.jpg", .response(200, fields)), .get("/things/user", .response(200)),
    ]) { transport in
      let client = try client(transport, clock) { $0.rateLimit = .unlimited }
      _ = try await client.data(from: #require(URL(string: "http://images.example/a.jpg")))
      try await client.send(ShowThing(id: "user"))
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

  @Test(
    "A pause is a random part longer than the server asks: it asks all devices for the same",
    arguments: [
      ("10", 15), ("100", 45), ("Sat, 07 Nov 2026 10:00:10 GMT", 25), ("Sat, 07 Nov 2026 11:00:00 GMT", 45),
    ])
  func spread(retryAfter: String, seconds: Int64) async throws {
    let clock = ManualClock()
    let fields: HTTPFields = [.retryAfter: retryAfter, .date: "Sat, 07 Nov 2026 10:00:00 GMT"]
    try await ScriptedTransport.play([
      .get("/numbers", .response(503, fields)), .get("/things/1", .response(200)),
    ]) { transport in
      let client = try client(transport, clock) {
        $0.rateLimit = RateLimit(oneEvery: .milliseconds(1))
        $0.time.jitter = { 0.5 }
        $0.totalTimeout = nil
      }
      _ = try await httpError { _ = try await client.send(.numbers) }
      let task = Task { try await client.send(ShowThing(id: "1")) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(seconds) - .milliseconds(1))
      await clock.sleepers(atLeast: 1)
      #expect(transport.requests.count == 1)
      clock.advance(by: .milliseconds(2))
      try await task.value
    }
  }

  @Test("While a pause lasts, further refusals get the same random part: of many, the longest would count")
  func oneFraction() {
    let (pause, now) = (PauseInForce(), AnyClock.continuous.now)
    #expect(pause.fraction(at: now) { 0.25 } == 0.25)
    pause.extend(to: now.advanced(by: .seconds(10)), 0.25)
    pause.extend(to: now.advanced(by: .seconds(5)), 0.5)
    #expect(pause.fraction(at: now.advanced(by: .seconds(9))) { 1 } == 0.25)
    #expect(pause.fraction(at: now.advanced(by: .seconds(10))) { 1 } == 1)
  }

  @Test(
    "The retry of the call that was refused comes when the pause ends, not at the later of two random moments"
  )
  func retryAfterPause() async throws {
    let clock = ManualClock()
    let fields: HTTPFields = [.retryAfter: "10"]
    try await ScriptedTransport.play([
      .get("/numbers", .response(503, fields)), .get("/numbers", .json("[1]")),
    ]) { transport in
      let fractions = Mutex([0.5, 1.0])
      let client = try client(transport, clock) {
        $0.maxAttempts = 3
        $0.time.jitter = { fractions.withLock { $0.removeFirst() } }
      }
      let task = Task { try await client.send(.numbers) }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(15_001))
      #expect(try await task.value == [1])
    }
  }

  @Test("Each retry takes its turn too, and the wait is no part of the attempt's time")
  func retries() async throws {
    let clock = ManualClock()
    try await ScriptedTransport.play([
      .get("/numbers", .response(500)), .get("/numbers", .json("[1]")),
    ]) { transport in
      let client = try client(transport, clock) {
        $0.maxAttempts = 3
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
