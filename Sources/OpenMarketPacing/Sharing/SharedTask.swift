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
/// - Work that began long ago may hang, on a connection that is gone: with a `joinLimit` no later caller waits for
///   it longer than that. Then work of one's own begins, which others join; what began before goes on for its waiters.
///
/// The work has the priority and the task-local values of the caller who started it. It may call
/// `value(for:operation:)` again with *another* key; waiting for its own key would wait for ever.
package final class SharedTask<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Value, any Error>
    let operation: @Sendable () async throws -> Value
    /// Takes it to newer work.
    var timer: ScheduledCall?
  }

  private struct Flight {
    let id: UInt64
    /// When it began, where that matters.
    let begun: Moment?
    var work: Task<Void, Never>?
    var waiters: [UInt64: Waiter] = [:]
  }

  private struct State {
    /// The work for each key, the newest last.
    var flights: [Key: [Flight]] = [:]
    var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
      lastID += 1
      return lastID
    }

    /// Changes the first work for a key that `isMeant`, and forgets it when the change says so.
    mutating func change<Result>(
      _ key: Key, where isMeant: (Flight) -> Bool, _ change: (inout Flight) -> (Result, isOver: Bool)
    ) -> Result? {
      guard let index = flights[key]?.firstIndex(where: isMeant) else { return nil }
      let (result, isOver) = change(&flights[key, default: []][index])
      if isOver { flights[key]?.remove(at: index) }
      if flights[key]?.isEmpty == true { flights[key] = nil }
      return result
    }
  }

  private let joinLimit: Duration?
  private let clock: AnyClock
  private let state = Mutex(State())

  /// Makes an instance with nothing in flight, whose work may become as old as `joinLimit` while others wait for it who
  /// came later; `nil` for any age.
  package init(joinLimit: Duration? = nil, clock: AnyClock = .continuous) {
    (self.joinLimit, self.clock) = (joinLimit, clock)
  }

  package var count: Int { state.withLock { $0.flights.count } }

  package func waiterCount(for key: Key) -> Int { waiterCounts(for: key).reduce(0, +) }

  /// How many callers wait for each work for `key`, the oldest first.
  package func waiterCounts(for key: Key) -> [Int] {
    state.withLock { $0.flights[key, default: []].map(\.waiters.count) }
  }

  /// Joins the work in flight for `key`, or else starts `operation`, and waits for its result.
  /// - Throws: The work's error, or `CancellationError` when the calling task is cancelled.
  package func value(
    for key: Key, operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let id = state.withLock { $0.nextID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(key, Waiter(id: id, continuation: continuation, operation: operation))
        // The handler below finds no waiter to remove when it runs before `join`; the flag is set by then.
        if Task.isCancelled { leave(key, id) }
      }
    } onCancel: {
      leave(key, id)
    }
  }

  private func join(_ key: Key, _ waiter: Waiter) {
    let started = state.withLock { add(waiter, for: key, to: &$0) }
    if let started { start(waiter.operation, key, started) }
  }

  /// Adds a waiter to the newest work, or to new one, which is to be started by the number that is returned.
  private func add(_ waiter: Waiter, for key: Key, to state: inout State) -> UInt64? {
    var waiter = waiter
    if let newest = state.flights[key]?.last {
      let end = joinLimit.flatMap { newest.begun?.advanced(by: $0) }
      if end.map({ clock.now < $0 }) ?? true {
        waiter.timer = end.map { end in
          clock.schedule(at: end) { [weak self, id = waiter.id] in self?.moveOn(key, id) }
        }
        _ = state.change(key, where: { $0.id == newest.id }) {
          ($0.waiters[waiter.id] = waiter, isOver: false)
        }
        return nil
      }
    }
    let id = state.nextID()
    state.flights[key, default: []].append(
      Flight(id: id, begun: joinLimit.map { _ in clock.now }, waiters: [waiter.id: waiter]))
    return id
  }

  private func start(_ operation: @escaping @Sendable () async throws -> Value, _ key: Key, _ id: UInt64) {
    let work = Task {
      let result = await Result { try await operation() }
      finish(key, id, result)
    }
    let isWanted = state.withLock { state in
      state.change(key, where: { $0.id == id }) { ($0.work = work, isOver: false) } != nil
    }
    // The flight is gone: the work has ended already, or its only waiter left while it was being started.
    if !isWanted { work.cancel() }
  }

  /// The work that a waiter has joined has become too old: it waits for newer one.
  private func moveOn(_ key: Key, _ id: UInt64) {
    // In one step: a caller who is cancelled meanwhile is found in the one or the other.
    let moved = state.withLock {
      state -> (waiter: Waiter, abandoned: Task<Void, Never>?, started: UInt64?)? in
      guard let (waiter, abandoned) = Self.take(key, id, from: &state) else { return nil }
      return (waiter, abandoned, add(waiter, for: key, to: &state))
    }
    guard let moved else { return }
    moved.abandoned?.cancel()
    if let started = moved.started { start(moved.waiter.operation, key, started) }
  }

  private func leave(_ key: Key, _ id: UInt64) {
    guard let (waiter, abandoned) = state.withLock({ Self.take(key, id, from: &$0) }) else { return }
    abandoned?.cancel()
    waiter.timer?.cancel()
    waiter.continuation.resume(throwing: CancellationError())
  }

  /// Takes a waiter away, and the work, which is to be cancelled, when that was the last one.
  private static func take(
    _ key: Key, _ id: UInt64, from state: inout State
  ) -> (waiter: Waiter, abandoned: Task<Void, Never>?)? {
    let found = state.change(key, where: { $0.waiters[id] != nil }) { flight in
      let waiter = flight.waiters.removeValue(forKey: id)
      let isOver = flight.waiters.isEmpty
      return ((waiter, abandoned: isOver ? flight.work : nil), isOver: isOver)
    }
    guard let found, let waiter = found.0 else { return nil }
    return (waiter, found.abandoned)
  }

  private func finish(_ key: Key, _ id: UInt64, _ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.change(key, where: { $0.id == id }) { ($0.waiters, isOver: true) }
    }
    for waiter in (waiters ?? [:]).values {
      waiter.timer?.cancel()
      waiter.continuation.resume(with: result)
    }
  }
}

extension Duration {
  /// How old a request may become that others wait for who came later.
  package static var joinLimit: Duration { .seconds(3) }
}
