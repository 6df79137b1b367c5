/// When and how often a failed attempt is repeated.
///
/// Only what cannot do harm twice is repeated: GET, HEAD, PUT, DELETE, OPTIONS, and anything with an
/// `Idempotency-Key`; and only faults that may pass: the statuses 408, 425, 429 and 5xx except 501, faults
/// of the transport except a request that cannot be sent, an insecure connection and a response that is too
/// long; for requests with a key also a 409 with `Retry-After`, which says that the first attempt still runs.
///
/// The delay before attempt *n* + 1 is random between zero and `baseDelay` · 2ⁿ⁻¹, at most ``maxDelay``: "full
/// jitter" (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). The server's
/// `Retry-After` is the least delay. A delay that would not end before the call's deadline is not begun; the
/// call then ends at once with the last error.
public struct RetryPolicy: Sendable, Hashable {
  /// Tries in all, at least one (default: 3).
  public var maxAttempts = 3
  /// Upper bound of the first delay (default: 0.5 s).
  public var baseDelay: Duration = .milliseconds(500)
  /// Upper bound of every delay (default: 30 s).
  ///
  /// A `Retry-After` beyond it is honoured only when the call has a deadline that allows it; without a
  /// deadline the call gives up rather than sleep that long.
  public var maxDelay: Duration = .seconds(30)

  package init() {}

  /// Three attempts, 0.5 s, 30 s.
  package static let standard = RetryPolicy()

  /// Every call is tried once.
  public static let never: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maxAttempts = 1
    return policy
  }()

  /// The longest random delay after `attempts` attempts.
  func backoff(after attempts: Int) -> Duration {
    var bound = baseDelay
    for _ in 1..<max(1, attempts) {
      guard bound < maxDelay / 2 else { return maxDelay }  // Doubling cannot overflow then.
      bound *= 2
    }
    return min(maxDelay, bound)
  }
}
