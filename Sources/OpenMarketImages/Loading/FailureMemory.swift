import OpenMarketPacing

/// Sources that are known to give no image, so that a list does not ask for them at every pass.
struct FailureMemory {
  private struct Failure {
    var error: ImageError
    var end: AnyClock.Instant
  }

  let lifetime: Duration
  /// The most that are remembered.
  let countLimit: Int
  private var failures: [String: Failure] = [:]

  init(lifetime: Duration, countLimit: Int = 1000) {
    self.lifetime = lifetime
    self.countLimit = countLimit
  }

  /// Returns the remembered failure of `source`.
  mutating func error(for source: String, at now: AnyClock.Instant) -> ImageError? {
    guard let failure = failures[source] else { return nil }
    if failure.end > now { return failure.error }
    failures[source] = nil
    return nil
  }

  mutating func note(_ error: ImageError, for source: String, at now: AnyClock.Instant) {
    guard lifetime > .zero else { return }
    if failures.count >= countLimit { failures = failures.filter { $0.value.end > now } }
    if failures.count >= countLimit, let first = failures.keys.first { failures[first] = nil }
    failures[source] = Failure(error: error, end: now.advanced(by: lifetime))
  }

  mutating func forget(_ source: String) { failures[source] = nil }
  mutating func forgetAll() { failures = [:] }
}
