import Synchronization

/// Holds tasks up while it is closed.
///
/// Open from the beginning. Passing an open one costs a lock.
package final class Latch: Sendable {
  private struct State {
    var isClosed = false
    var closings = 0
  }

  private let state = Mutex(State())
  private let waiters = Waiters()

  package init() {}

  /// Whether it holds tasks up.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// How often it was closed: tells whether it has been since ``pass()``.
  package var closings: Int { state.withLock { $0.closings } }

  /// Closes it, and returns whether it was open.
  @discardableResult package func close() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.closings += 1
      return true
    }
  }

  /// Opens it, lets everybody pass who waits, and returns whether it was closed.
  @discardableResult package func open() -> Bool {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = false }
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
}
