import Synchronization

/// Holds tasks up while it is closed.
///
/// Open from the beginning. Passing an open one costs a lock.
package final class Latch: Sendable {
  private struct State {
    var isClosed = false
    var closings = 0
    var running: [UInt64: Run] = [:]
    var lastID: UInt64 = 0
  }

  /// A task that closing ends, whatever its result.
  private struct Run {
    /// How often it had been closed when the task began.
    let closings: Int
    let cancel: @Sendable () -> Void
    let end: @Sendable () async -> Void
  }

  private typealias Begun<Value: Sendable> = (id: UInt64, closings: Int, task: Task<Value, any Error>)

  private let state = Mutex(State())
  private let waiters = Waiters()

  package init() {}

  /// Whether it holds tasks up.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// How often it was closed: tells whether it has been since ``pass()``.
  package var closings: Int { state.withLock { $0.closings } }

  /// Closes it, and cancels what runs behind it.
  /// - Parameter note: Called as it closes, before any task can see that.
  /// - Returns: Whether it was open.
  @discardableResult package func close(_ note: () -> Void = {}) -> Bool {
    let running = state.withLock { state -> [Run]? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      state.closings += 1
      note()
      return Array(state.running.values)
    }
    for run in running ?? [] { run.cancel() }
    return running != nil
  }

  /// Waits for the end of what closing has cancelled, also when it is open again.
  package func drain() async {
    let cancelled = state.withLock { state in
      state.running.values.filter { $0.closings < state.closings }
    }
    for run in cancelled { await run.end() }
  }

  /// Opens it, and lets everybody pass who waits.
  /// - Parameter note: Called as it opens, before any task passes.
  /// - Returns: Whether it was closed.
  @discardableResult package func open(_ note: () -> Void = {}) -> Bool {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = false }
      if state.isClosed { note() }
      return state.isClosed
    }
    waiters.wakeAll()
    return wasClosed
  }

  /// Waits until it is open, and returns how often it had been closed when it let the task pass.
  @discardableResult package func pass() async throws(CancellationError) -> Int {
    var passed: Int?
    await waiters.wait {
      passed = state.withLock { $0.isClosed ? nil : $0.closings }
      return passed != nil
    }
    guard let passed else { throw CancellationError() }
    return passed
  }

  /// Waits until it is open, and does something behind it, in a task that closing it cancels.
  /// - Returns: The result of `operation`; `nil` when closing has ended it with an error.
  /// - Throws: The error of `operation`; `CancellationError` when the task was cancelled while it waited.
  package func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    var begun: Begun<Value>?
    await waiters.wait {
      begun = begun ?? begin(operation)
      return begun != nil
    }
    guard let (id, closings, task) = begun else { throw CancellationError() }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch  where self.closings != closings && !Task.isCancelled {
      return nil
    }
  }

  private func begin<Value>(_ operation: @escaping @Sendable () async throws -> Value) -> Begun<Value>? {
    state.withLock { state -> Begun<Value>? in
      guard !state.isClosed else { return nil }
      let task = Task { try await operation() }
      state.lastID += 1
      state.running[state.lastID] = Run(
        closings: state.closings, cancel: { task.cancel() }, end: { _ = await task.result })
      return (state.lastID, state.closings, task)
    }
  }
}
