import Synchronization

/// Results by query: kept for a while, bounded in number, and asked for once when several want the same.
///
/// ```swift
/// let suggestions = QueryCache<String, [String]>(capacity: 200, maxAge: .seconds(300))
/// let names = try await suggestions.value(for: text) { try await fetchSuggestions(text) }
/// ```
///
/// Failures are not kept. A load that several wait for is cancelled when the last of them is, and one who is cancelled does not
/// hurt the others. Finding a result takes constant time.
public final class QueryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var cache: AgingCache<Key, Value>
    /// Counts removals: a load that began before one must not store its result after it.
    var epoch: UInt64 = 0
  }

  private let state: Mutex<State>
  private let loads = SharedTask<Key, Value>()
  private let clock: ClockAlarm

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of results; the least recently used is evicted first. Zero or less caches none.
  ///   - maxAge: The time for which a result is fresh. Zero or less: never.
  ///   - staleFor: The time after that in which it is still returned, while a new one is loaded for the next caller.
  ///   - clock: The clock that measures the age.
  public init(
    capacity: Int = 100, maxAge: Duration, staleFor: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.clock = ClockAlarm(clock)
    let cache = AgingCache<Key, Value>(
      capacity: capacity, maxAge: Interval(maxAge), staleFor: Interval(staleFor))
    state = Mutex(State(cache: cache))
  }

  package var count: Int { state.withLock { $0.cache.count } }

  /// The result for `key`: a fresh one if there is one, else a stale one that is being refreshed, else a new one.
  ///
  /// - Parameters:
  ///   - key: The query.
  ///   - load: Finds the result; not used when it is known or on its way.
  /// - Returns: The result.
  /// - Throws: What `load` threw, or `CancellationError` when the calling task is cancelled. A refresh that fails
  ///   throws nowhere; the stale result stays.
  public func value(
    for key: Key, load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (hit, epoch) = state.withLock { state in
      (state.cache.find(key, at: clock.now()), state.epoch)
    }
    switch hit {
    case .fresh(let value):
      return value
    case .stale(let value):
      Task { try await refresh(key, epoch, load) }
      return value
    case nil:
      return try await refresh(key, epoch, load)
    }
  }

  /// Forgets the result for `key`, also one that is being loaded now.
  public func removeValue(for key: Key) {
    state.withLock { state in
      state.cache.remove(key)
      state.epoch += 1
    }
  }

  /// Forgets all results, also those that are being loaded now.
  public func removeAll() {
    state.withLock { state in
      state.cache.removeAll()
      state.epoch += 1
    }
  }

  private func refresh(
    _ key: Key, _ epoch: UInt64, _ load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await loads.value(for: key) { [self] in
      // Another load may have ended since the caller looked.
      if case .fresh(let value) = state.withLock({ $0.cache.find(key, at: clock.now()) }) { return value }
      let value = try await load()
      state.withLock { state in
        if state.epoch == epoch { state.cache.store(value, for: key, at: clock.now()) }
      }
      return value
    }
  }
}
