import Foundation
import HTTPTypes
import OpenMarketPacing

/// Lets each attempt wait for its turn, and everybody when the server says that it is too much, or soon will be.
struct RateLimitMiddleware: HTTPMiddleware {
  let limiter: RateLimiter
  /// The client's own server. What other hosts say, such as one for images, does not hold up its calls.
  let server: ServerAddress
  /// Whether one response with `Retry-After` holds up everybody.
  var pausesAll = true
  /// The longest that one response may hold up all calls; a hostile `Retry-After` must not stop a client.
  let maxDelay: Duration
  let date: @Sendable () -> Date

  func intercept(
    _ request: TransportRequest,
    next: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
  ) async throws -> TransportResponse {
    try await limiter.acquire(request.priority)
    let response = try await next(request)
    if server.isOrigin(of: request.head),
      let quota = RateLimitFields(response.head.headerFields, now: date())
    {
      limiter.learn(remaining: quota.remaining, of: quota.limit, for: min(quota.reset, maxDelay))
    }
    guard pausesAll else { return response }
    if response.head.status == .tooManyRequests || response.head.status == .serviceUnavailable,
      let delay = RetryAfter.delay(in: response.head.headerFields, now: date())
    {
      limiter.pause(for: min(delay, maxDelay))
    }
    return response
  }
}
