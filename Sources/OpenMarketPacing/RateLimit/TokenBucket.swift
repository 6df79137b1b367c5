/// A token bucket, kept as the one moment at which it will be full again (the "generic cell rate algorithm",
/// ITU-T I.371): no counter to refill, no rounding error that adds up.
struct TokenBucket: Sendable {
  private let interval: Interval
  /// The part of the filling time that may be missing when a token is taken: that of all tokens but one.
  private let tolerance: Interval
  private var fullAt: Moment?

  init(_ limit: RateLimit) {
    // Cut so that filling the bucket takes 73 years at most: no sum below can overflow.
    interval = min(Interval(limit.interval), Interval.longest.divided(by: limit.burst).divided(by: 4))
    tolerance = interval.multiplied(by: limit.burst - 1)
  }

  /// When a token can be taken next; nil stands for "at any time".
  var readyAt: Moment? {
    fullAt.map { Moment(nanoseconds: $0.nanoseconds - tolerance.nanoseconds) }
  }

  /// Takes a token if there is one.
  mutating func take(at now: Moment) -> Bool {
    if let readyAt, readyAt > now { return false }
    fullAt = max(fullAt ?? now, now).advanced(by: interval)
    return true
  }

  /// Gives no token before `moment`, and then one, not a burst.
  mutating func pause(until moment: Moment) {
    let refilled = moment.advanced(by: tolerance)
    fullAt = max(fullAt ?? refilled, refilled)
  }
}
