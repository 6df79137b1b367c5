/// A policy for the retries of failed attempts.
///
/// ``HTTPClient/Configuration/maxAttempts`` says which are retried.
///
/// The delay before attempt *n* + 1 is random between zero and 0.5 s · 2ⁿ⁻¹, at most ``maxDelay``: "full
/// jitter" (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). The server's
/// `Retry-After` is the least delay, to which a random part as long again is added, at most ``maxDelay`` and not beyond the
/// deadline: clients who were refused together must not come back together. A date is the same moment for all clients, so
/// there the random part is up to ``maxDelay``, however near the date is; when the deadline leaves less time after the date than
/// until it, and less than ``maxDelay``, the call ends at once. So it does when a delay would not end before the deadline;
/// the error is the last one.
package struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, at least one (default: 3).
  package var maxAttempts = 3
  /// The upper bound of the first delay (default: 0.5 s).
  package var baseDelay: Duration = .milliseconds(500)
  /// The upper bound of every delay (default: 30 s).
  ///
  /// A `Retry-After` beyond it is honoured only when the call has a deadline that allows it; without a
  /// deadline the call gives up rather than sleep that long.
  package var maxDelay: Duration = .seconds(30)

  package init() {}

  /// The longest random delay after `attempts` attempts.
  package func backoff(after attempts: Int) -> Duration {
    var bound = baseDelay
    for _ in 1..<max(1, attempts) {
      guard bound < maxDelay / 2 else { return maxDelay }  // Doubling cannot overflow then.
      bound *= 2
    }
    return min(maxDelay, bound)
  }

  /// The longest random part that is added to a delay that a server asks for.
  ///
  /// A date is one moment for all clients, however near it is: they must not all come at that moment.
  func spread(of delay: Duration, isDated: Bool) -> Duration { isDated ? maxDelay : min(delay, maxDelay) }

  /// How long a whole client pauses when a server asks one of its calls for `delay`.
  ///
  /// As for the call's retry, the random part ends within the time that the call has left.
  package func pause(for delay: Duration, isDated: Bool, remaining: Duration?, fraction: Double) -> Duration {
    let least = min(delay, maxDelay)
    var spread = spread(of: delay, isDated: isDated)
    if let remaining, remaining > least { spread = min(spread, remaining - least) }
    return least + spread * (fraction > 0 ? min(fraction, 1) : 0)
  }
}
