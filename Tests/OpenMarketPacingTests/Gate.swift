import Synchronization

/// Holds tasks until it is opened. `nonisolated` for the samples, which are also compiled as a module of the main actor.
nonisolated final class Gate: Sendable {
  private struct Waiter {
    /// How many are to come to the gate; `nil` for one who waits until it is open.
    var count: Int?
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var isOpen = false
    var arrivals = 0
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    var cancelledEarly: Set<Int> = []

    mutating func newID() -> Int {
      nextID += 1
      return nextID
    }

    func isReached(_ count: Int?) -> Bool { count.map { arrivals >= $0 } ?? isOpen }

    /// Takes out those who need not wait any longer, in the order in which they came.
    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      let ready = waiters.filter { isReached($0.value.count) }.sorted { $0.key < $1.key }
      for (id, _) in ready { waiters[id] = nil }
      return ready.map(\.value.continuation)
    }
  }

  private let state = Mutex(State())

  /// How many tasks have come to the gate so far.
  var arrivals: Int { state.withLock { $0.arrivals } }

  /// Waits until the gate is open, or the task is cancelled, as that of a test is whose time limit is over.
  func pass() async {
    change { $0.arrivals += 1 }
    await wait(for: nil)
  }

  /// Waits until the gate is open, whether or not the task is cancelled, as work does that ignores cancellation.
  func hold() async { await Task { await pass() }.value }

  /// Lets everybody through, now and later.
  func open() { change { $0.isOpen = true } }

  /// Waits until `count` tasks have come to the gate, or the task is cancelled.
  func arrived(_ count: Int = 1) async { await wait(for: count) }

  private func change(_ event: (inout State) -> Void) {
    let ready = state.withLock { state in
      event(&state)
      return state.takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  private func wait(for count: Int?) async {
    let id = state.withLock { $0.newID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isReached(count) || state.cancelledEarly.contains(id) { return true }
          state.waiters[id] = Waiter(count: count, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        if let waiter = state.waiters.removeValue(forKey: id) { return Optional(waiter) }
        state.cancelledEarly.insert(id)
        return nil
      }
      waiter?.continuation.resume()
    }
    state.withLock { _ = $0.cancelledEarly.remove(id) }
  }
}

/// Suspends until the current task is cancelled.
func untilCancelled() async { await Gate().pass() }
