import Synchronization

/// Tells everybody who listens that something has changed; who is slow hears of several changes once.
final class ChangeSignals: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())

  func send() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextID += 1
      state.listeners[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  private func remove(_ id: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
}
