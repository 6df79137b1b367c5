// What the benchmarks call, and no app needs.

extension KeyedDebouncer {
  /// The number of keys that take memory now.
  @_spi(Benchmarks) public var activeKeyCount: Int { count }
}

extension RateLimiter {
  /// The number of requests that wait in a lane.
  @_spi(Benchmarks) public func waitingCount(in lane: Lane) -> Int { waiterCount(in: lane) }
}
