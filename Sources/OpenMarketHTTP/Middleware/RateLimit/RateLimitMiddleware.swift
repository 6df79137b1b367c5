import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// Lets each attempt wait for its turn, and everybody when the server says that it is too much, or soon will be.
struct RateLimitMiddleware: HTTPMiddleware {
  let limiter: RateLimiter
  /// The client's own server. What other hosts say, such as one for images, does not hold up its calls.
  let server: ServerAddress
  /// Whether one response with `Retry-After` holds up everybody.
  var pausesAll = true
  /// Its longest delay is the longest that a server's delay is followed; a hostile `Retry-After` must not stop a client.
  let policy: RetryPolicy
  let time: TimeSource
  private let pause = PauseInForce()

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    try await limiter.acquire(request.priority)
    let response = try await next(request)
    guard server.isOrigin(of: request.head) else { return response }
    let fields = response.head.headerFields
    if let quota = RateLimitFields(fields, now: time.date()) {
      limiter.learn(remaining: quota.remaining, of: quota.limit, for: min(quota.reset, policy.maxDelay))
    }
    guard pausesAll else { return response }
    if response.head.status == .tooManyRequests || response.head.status == .serviceUnavailable,
      let delay = RetryAfter.delay(in: fields, now: time.date()), delay > .zero
    {
      hold(for: delay, isDated: RetryAfter.isDate(in: fields), after: request)
    }
    return response
  }

  /// Holds up everybody, for a random part longer than the server asks: it asks all clients for the same.
  private func hold(for delay: Duration, isDated: Bool, after request: TransportRequest) {
    let now = time.clock.now
    let fraction = pause.fraction(at: now, time.jitter)
    let length = policy.pause(
      for: delay, isDated: isDated, remaining: request.deadline.map { now.duration(to: $0) },
      fraction: fraction)
    pause.extend(to: now.advanced(by: length), fraction)
    limiter.pause(for: length)
    // So that the call's own retry comes when the pause ends: of two random moments it would be the later one.
    request.call.noteDelayFraction(fraction)
  }
}

/// The random part of a pause, which stays the same while it lasts: of many, the longest would count.
final class PauseInForce: Sendable {
  private let state = Mutex<(end: Moment, fraction: Double)?>(nil)

  func fraction(at now: Moment, _ random: () -> Double) -> Double {
    state.withLock { state in state.flatMap { now < $0.end ? $0.fraction : nil } } ?? random()
  }

  func extend(to end: Moment, _ fraction: Double) {
    state.withLock { state in if state.map({ $0.end < end }) ?? true { state = (end, fraction) } }
  }
}
