import Synchronization

/// Holds tasks until it is opened, whether or not they are cancelled meanwhile.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var passages = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// How many tasks have come to the gate so far.
  var arrivals: Int { state.withLock { $0.passages } }

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, ready) = state.withLock { state in
        state.passages += 1
        if !state.isOpen { state.waiters.append(continuation) }
        let ready = state.watchers.filter { $0.count <= state.passages }.map(\.continuation)
        state.watchers.removeAll { $0.count <= state.passages }
        return (state.isOpen, ready)
      }
      for watcher in ready { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets everybody through, now and later.
  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until `count` tasks have come to the gate.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.passages >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// Suspends until the current task is cancelled.
func untilCancelled() async {
  let gate = Gate()
  await withTaskCancellationHandler {
    await gate.pass()
  } onCancel: {
    gate.open()
  }
}
