import Synchronization

/// Hands events to every listener, the latest ones also to those that come later: most happen on opening.
final class EventHub: Sendable {
  private struct State {
    var past: [StoreEvent] = []
    var listeners: [Int: AsyncStream<StoreEvent>.Continuation] = [:]
    var lastID = 0
    var isFinished = false
  }

  private static let keptCount = 32
  private let state = Mutex(State())

  func publish(_ event: StoreEvent) {
    let listeners = state.withLock { state in
      state.past = (state.past + [event]).suffix(Self.keptCount)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(event) }
  }

  func events() -> AsyncStream<StoreEvent> {
    let (stream, continuation) = AsyncStream<StoreEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.keptCount))
    state.withLock { state in
      for event in state.past { continuation.yield(event) }
      guard !state.isFinished else { return continuation.finish() }
      state.lastID += 1
      let id = state.lastID
      state.listeners[id] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { state in _ = state.listeners.removeValue(forKey: id) }
      }
    }
    return stream
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      let listeners = Array(state.listeners.values)
      state.listeners = [:]
      return listeners
    }
    for listener in listeners { listener.finish() }
  }
}
