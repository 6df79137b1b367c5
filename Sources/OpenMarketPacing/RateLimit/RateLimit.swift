/// A limit for the rate of work: one token per `interval`, of which `burst` can be saved up.
///
/// In any time `t` at most `burst + t / interval` calls are let through.
public struct RateLimit: Hashable, Sendable {
  /// The time in which one token is filled in; zero means no limit.
  package let interval: Duration

  /// How many tokens the bucket holds, and thus how many things may happen at once after a quiet time.
  package let burst: Int

  /// Makes a limit.
  ///
  /// - Parameters:
  ///   - interval: The time per token. Zero or less means no limit; very long ones are cut to 73 years / `burst`.
  ///   - burst: The size of the bucket. Less than one counts as one, since nothing could pass otherwise.
  public init(oneEvery interval: Duration, burst: Int = 1) {
    self.interval = max(.zero, interval)
    self.burst = max(1, burst)
  }

  /// Returns a limit of at most `count` in *any* second, also in one that begins with a full bucket.
  ///
  /// A tenth of them may come at once; the rate is what then remains of the second. A server that cuts a
  /// client off at 50 requests a second counts the burst too, so `.perSecond(50)` is 5 at once and 46 a second.
  ///
  /// - Parameter count: The number per second. Less than one counts as one.
  /// - Returns: The limit.
  public static func perSecond(_ count: Int) -> RateLimit {
    let count = max(1, count)
    let burst = max(1, count / 10)
    // A half-open second holds at most `burst` tokens and those filled in strictly within it.
    let nanoseconds = (1_000_000_000 + Int64(count - burst)) / Int64(count - burst + 1)
    return RateLimit(oneEvery: .nanoseconds(nanoseconds), burst: burst)
  }

  package static let unlimited = RateLimit(oneEvery: .zero)
}
