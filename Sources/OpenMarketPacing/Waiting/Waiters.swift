import Synchronization

/// The tasks that wait for a change of their owner's state, which has a lock of its own.
///
/// No lock is held while another one is taken.
package final class Waiters: Sendable {
  private struct State {
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var count: Int { state.withLock { $0.waiting.count } }

  /// Suspends until `isMet` holds or the task is cancelled. It is asked at once, and after each ``wakeAll()``.
  package func wait(until isMet: () -> Bool) async {
    while !isMet(), !Task.isCancelled { await wait(unless: isMet) }
  }

  /// Lets every task that waits look again; to be called after each change, outside the owner's lock.
  package func wakeAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for waiter in waiting.values { waiter.resume() }
  }

  private func wait(unless isMet: () -> Bool) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting[id] = continuation }
        // It looks once more: a change before this look is seen, one after it finds the task waiting. And the handler
        // below finds no waiter to wake when it runs before; the flag is set by then.
        if isMet() || Task.isCancelled { wake(id) }
      }
    } onCancel: {
      wake(id)
    }
  }

  private func wake(_ id: UInt64) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
  }
}
