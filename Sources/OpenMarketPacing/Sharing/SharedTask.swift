import Synchronization

/// Does identical work that is in flight at the same time once, and gives the result to everybody who asked.
///
/// ```swift
/// let downloads = SharedTask<URL, Data>()
/// let data = try await downloads.value(for: url) { try await fetch(url) }
/// ```
///
/// - The work runs in a task of its own: it belongs to all its waiters, not to the first.
/// - A cancelled waiter returns at once with `CancellationError` and does not hurt the others.
/// - When the *last* waiter is cancelled the work is cancelled, and forgotten: a caller who comes then starts
///   new work, even if the old has not noticed yet.
/// - Nothing is kept once the work has ended, neither result nor error; see ``QueryCache`` for that.
///
/// The work has the priority and the task-local values of the caller who started it. It may call
/// `value(for:operation:)` again with *another* key; waiting for its own key would wait for ever.
package final class SharedTask<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let id: UInt64
    var work: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<Value, any Error>]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())

  /// Makes an instance with nothing in flight.
  package init() {}

  /// How many keys have work in flight.
  package var count: Int { state.withLock { $0.flights.count } }

  /// How many callers wait for `key`.
  package func waiterCount(for key: Key) -> Int {
    state.withLock { $0.flights[key]?.waiters.count ?? 0 }
  }

  /// Joins the work in flight for `key`, or else starts `operation`.
  ///
  /// - Parameters:
  ///   - key: Says which calls are identical.
  ///   - operation: The work; not used when work for `key` is in flight.
  /// - Returns: The work's result.
  /// - Throws: The work's error, or `CancellationError` when the calling task is cancelled.
  package func value(
    for key: Key, operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let waiter = state.withLock { $0.nextID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(key, as: waiter, continuation, operation)
        // The handler below finds nobody to remove when it runs before `join`; the flag is set by then.
        if Task.isCancelled { leave(key, waiter) }
      }
    } onCancel: {
      leave(key, waiter)
    }
  }

  private func join(
    _ key: Key, as waiter: UInt64, _ continuation: CheckedContinuation<Value, any Error>,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    let started: UInt64? = state.withLock { state in
      if state.flights[key] != nil {
        state.flights[key]?.waiters[waiter] = continuation
        return nil
      }
      let id = state.nextID()
      state.flights[key] = Flight(id: id, waiters: [waiter: continuation])
      return id
    }
    guard let started else { return }
    let work = Task {
      let result = await Result { try await operation() }
      finish(key, started, result)
    }
    let isWanted = state.withLock { state in
      guard state.flights[key]?.id == started else { return false }
      state.flights[key]?.work = work
      return true
    }
    // The flight is gone: the work has ended already, or its only waiter left while it was being started.
    if !isWanted { work.cancel() }
  }

  private func leave(_ key: Key, _ waiter: UInt64) {
    let (continuation, abandoned) = state.withLock { state in
      let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
      guard continuation != nil, state.flights[key]?.waiters.isEmpty == true else {
        return (continuation, nil as Task<Void, Never>?)
      }
      return (continuation, state.flights.removeValue(forKey: key)?.work)
    }
    abandoned?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  private func finish(_ key: Key, _ flight: UInt64, _ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.flights[key]?.id == flight ? state.flights.removeValue(forKey: key)?.waiters : nil
    }
    for waiter in (waiters ?? [:]).values { waiter.resume(with: result) }
  }
}
