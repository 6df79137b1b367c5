import Synchronization

/// Holds tasks up while it is closed.
///
/// Open from the beginning. Passing an open one costs a lock.
package final class Latch: Sendable {
  private struct State {
    var isClosed = false
    var closings = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether it holds tasks up.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// How often it was closed: tells whether it has been since ``pass()``.
  package var closings: Int { state.withLock { $0.closings } }

  /// Closes it.
  ///
  /// - Returns: Whether it was open.
  @discardableResult package func close() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.closings += 1
      return true
    }
  }

  /// Opens it, and lets everybody pass who waits.
  ///
  /// - Returns: Whether it was closed.
  @discardableResult package func open() -> Bool {
    let (wasClosed, waiters) = state.withLock { state in
      defer { (state.isClosed, state.waiters) = (false, [:]) }
      return (state.isClosed, state.waiters.values.map { $0 })
    }
    for waiter in waiters { waiter.resume() }
    return wasClosed
  }

  /// Waits until it is open.
  ///
  /// - Returns: How often it had been closed when it let the task pass.
  /// - Throws: `CancellationError` when the task was cancelled before.
  @discardableResult package func pass() async throws(CancellationError) -> Int {
    while true {
      let closings = state.withLock { $0.isClosed ? nil : $0.closings }
      if let closings { return closings }
      await waitUntilOpen()
      if Task.isCancelled { throw CancellationError() }
    }
  }

  private func waitUntilOpen() async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          // Cancelled before it waits, or it would wait for ever.
          guard state.isClosed, !Task.isCancelled else { return true }
          state.waiters[id] = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
