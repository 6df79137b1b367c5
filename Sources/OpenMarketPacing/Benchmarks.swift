// What the benchmarks call, and no app needs.

extension Debouncer {
  /// The number of keys that take memory now.
  @_spi(Benchmarks) public var activeKeyCount: Int { count }
}

extension RateLimiter {
  /// The number of requests of a priority that wait.
  @_spi(Benchmarks) public func waitingCount(of priority: RequestPriority) -> Int {
    waiterCount(of: priority)
  }
}
