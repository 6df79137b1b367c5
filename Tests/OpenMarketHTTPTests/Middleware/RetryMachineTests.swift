import HTTPTypes
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

@Suite struct RetryMachineTests {
  private static func request(_ method: HTTPRequest.Method, keyed: Bool = false) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "http", authority: "h", path: "/",
      headerFields: keyed ? [.idempotencyKey: "k"] : [:])
  }

  @Test(
    "Only statuses and faults that may pass are retried",
    arguments: [
      (RetryMachine.Outcome.status(408), true), (.status(425), true), (.status(429), true),
      (.status(500), true), (.status(502), true), (.status(503), true), (.status(504), true),
      (.status(599), true), (.status(501), false), (.status(400), false), (.status(401), false),
      (.status(404), false), (.status(409), false), (.status(409, retryAfter: .seconds(1)), false),
      (.status(304), false), (.fault(.cannotResolve), true), (.fault(.cannotConnect), true),
      (.fault(.connectionLost), true), (.fault(.truncatedBody), true), (.fault(.invalidResponse), true),
      (.fault(.idleTimeout), true), (.fault(.deadlineExceeded), true), (.fault(.other), true),
      (.fault(.invalidRequest), false), (.fault(.insecure), false), (.fault(.responseTooLarge), false),
    ])
  func outcomes(outcome: RetryMachine.Outcome, isRetried: Bool) {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
    let action = machine.next(after: outcome, remaining: nil, fraction: 0.5)
    #expect(action == (isRetried ? .retry(after: .milliseconds(250)) : .finish))
  }

  @Test(
    "Only requests that may be repeated are",
    arguments: [
      (HTTPRequest.Method.get, false, true), (.head, false, true), (.put, false, true),
      (.delete, false, true), (.post, false, false), (.patch, false, false), (.post, true, true),
      (.patch, true, true),
    ])
  func methods(method: HTTPRequest.Method, keyed: Bool, isRetried: Bool) {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(method, keyed: keyed))
    let action = machine.next(after: .status(503), remaining: nil, fraction: 0)
    #expect((action != .finish) == isRetried)
  }

  @Test("With a key, a 409 that says when to come back means that the first attempt still runs")
  func stillRunning() {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.post, keyed: true))
    let action = machine.next(
      after: .status(409, retryAfter: .seconds(1)), remaining: .seconds(60), fraction: 0)
    #expect(action == .retry(after: .seconds(1)))
    #expect(machine.next(after: .status(409), remaining: .seconds(60), fraction: 0) == .finish)
  }

  @Test("There are as many attempts as the policy says", arguments: [1, 2, 3, 7])
  func attempts(limit: Int) {
    var policy = RetryPolicy()
    policy.maxAttempts = limit
    var machine = RetryMachine(policy, for: Self.request(.get))
    var retries = 0
    while machine.next(after: .status(500), remaining: nil, fraction: 0) != .finish { retries += 1 }
    #expect(retries == limit - 1)
  }

  @Test("The delay is random from zero up to base · 2ⁿ, at most the cap, and reaches both ends")
  func jitter() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var policy = RetryPolicy()
    policy.maxAttempts = 100
    var smallest = Array(repeating: 1.0, count: 99)
    var largest = Array(repeating: 0.0, count: 99)
    for _ in 0..<300 {
      var machine = RetryMachine(policy, for: Self.request(.get))
      for step in 0..<99 {
        let fraction = Double.random(in: 0..<1, using: &random)
        guard case .retry(let delay) = machine.next(after: .status(500), remaining: nil, fraction: fraction)
        else {
          Issue.record("gave up at step \(step), seed \(seed)")
          return
        }
        let bound: Duration = step < 6 ? .milliseconds(500) * (1 << step) : .seconds(30)
        #expect(delay >= .zero && delay < bound, "step \(step), seed \(seed)")
        smallest[step] = min(smallest[step], delay / bound)
        largest[step] = max(largest[step], delay / bound)
      }
    }
    #expect(smallest.allSatisfy { $0 < 0.1 } && largest.allSatisfy { $0 > 0.9 }, "seed \(seed)")
  }

  @Test("Absurd settings do no harm")
  func absurd() {
    var policy = RetryPolicy()
    (policy.maxAttempts, policy.baseDelay, policy.maxDelay) = (1000, .seconds(Int64.max), .seconds(Int64.max))
    for attempts in [Int.min, 0, 1, 999] { #expect(policy.backoff(after: attempts) == policy.maxDelay) }
    policy.baseDelay = .zero
    #expect(policy.backoff(after: 999) == .zero)
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
    let action = machine.next(after: .status(500), remaining: nil, fraction: .nan)
    #expect(action == .retry(after: .zero))
  }

  @Test(
    "A thousand devices that are told one moment come at a thousand moments, none before it",
    arguments: [5, 30])
  func namedMoment(asked: Int) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var arrivals = [Int](repeating: 0, count: 2 * asked)
    for _ in 0..<1_000 {
      var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
      let action = machine.next(
        after: .status(503, retryAfter: .seconds(asked)), remaining: .seconds(100),
        fraction: Double.random(in: 0..<1, using: &random))
      guard case .retry(let delay) = action else { continue }
      arrivals[Int(delay / .seconds(1))] += 1
    }
    #expect(arrivals[..<asked].allSatisfy { $0 == 0 }, "seed \(seed)")
    // About 1,000 / asked in each second; twice as many is five standard deviations away.
    #expect(arrivals[asked...].allSatisfy { $0 > 0 && $0 < 2_000 / asked }, "seed \(seed)")
  }

  @Test(
    "A thousand devices that are told a date spread over the longest delay, however near it is",
    arguments: [1, 5, 30])
  func namedDate(asked: Int) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var arrivals = [Int](repeating: 0, count: 60)
    for _ in 0..<1_000 {
      var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
      let action = machine.next(
        after: .status(503, retryAfter: .seconds(asked)), isDated: true, remaining: .seconds(60),
        fraction: Double.random(in: 0..<1, using: &random))
      guard case .retry(let delay) = action else { continue }
      arrivals[Int(delay / .seconds(1))] += 1
    }
    #expect(arrivals[..<asked].allSatisfy { $0 == 0 }, "seed \(seed)")
    // About 33 in each of thirty seconds; twice as many is five standard deviations away.
    #expect(arrivals[asked..<asked + 30].allSatisfy { $0 > 0 && $0 < 67 }, "seed \(seed)")
    #expect(arrivals.reduce(0, +) == 1_000)
  }

  @Test(
    "A date is waited for when the deadline leaves as much time after it as until it, or the longest delay",
    arguments: [
      (Duration.seconds(5), Duration?.some(.seconds(60)), RetryMachine.Action.retry(after: .seconds(20))),
      (.seconds(30), .seconds(60), .retry(after: .seconds(45))),
      (.seconds(31), .seconds(60), .finish),
      (.seconds(8), .seconds(20), .retry(after: .seconds(14))),
      (.seconds(11), .seconds(20), .finish),
      (.seconds(45), .seconds(600), .retry(after: .seconds(60))),
      (.seconds(5), nil, .retry(after: .seconds(20))),
      (.seconds(45), nil, .finish),
      (.zero, .seconds(60), .retry(after: .milliseconds(250))),
    ])
  func dates(asked: Duration, remaining: Duration?, action: RetryMachine.Action) {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
    let outcome = RetryMachine.Outcome.status(503, retryAfter: asked)
    #expect(machine.next(after: outcome, isDated: true, remaining: remaining, fraction: 0.5) == action)
  }

  @Test(
    "Retry-After is the least delay, a random part is added, beyond the cap only within a deadline, and never past it",
    arguments: [
      (Duration.seconds(2), Duration?.none, RetryMachine.Action.retry(after: .seconds(3))),
      (.seconds(2), .seconds(60), .retry(after: .seconds(3))),
      (.milliseconds(1), .seconds(60), .retry(after: .milliseconds(250))),
      (.zero, .seconds(60), .retry(after: .milliseconds(250))),
      (.seconds(45), .seconds(60), .retry(after: .milliseconds(52_500))),
      (.seconds(30), nil, .retry(after: .seconds(45))),
      (.seconds(31), nil, .finish),
      (.seconds(60), .seconds(60), .finish),
      (.seconds(1 << 31), .seconds(60), .finish),
    ])
  func retryAfter(asked: Duration, remaining: Duration?, action: RetryMachine.Action) {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
    let outcome = RetryMachine.Outcome.status(429, retryAfter: asked)
    #expect(machine.next(after: outcome, remaining: remaining, fraction: 0.5) == action)
  }

  @Test("A delay that would not end before the deadline is not begun")
  func deadline() {
    var machine = RetryMachine(RetryPolicy(), for: Self.request(.get))
    let outcome = RetryMachine.Outcome.fault(.connectionLost)
    #expect(machine.next(after: outcome, remaining: .milliseconds(250), fraction: 0.5) == .finish)
    #expect(machine.next(after: outcome, remaining: .zero, fraction: 0) == .finish)
  }
}
