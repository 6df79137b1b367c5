import Synchronization

/// Hands every element to every listener, in one order. A listener who is slow misses the oldest ones.
package final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var past: [Element] = []
    var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
    var lastID: UInt64 = 0
    var isFinished = false
  }

  private let patience: Int
  private let replay: Int
  private let state = Mutex(State())

  /// Makes a broadcast without listeners.
  ///
  /// - Parameters:
  ///   - patience: How many elements wait for a listener who is busy.
  ///   - replay: How many of the latest elements those who come later are given first.
  package init(patience: Int, replay: Int = 0) {
    (self.patience, self.replay) = (patience, replay)
  }

  /// The elements from now on, and before them those that are replayed; ends with ``finish()``.
  package func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(patience))
    let id: UInt64? = state.withLock { state in
      for element in state.past { continuation.yield(element) }
      guard !state.isFinished else { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = continuation
      return state.lastID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  /// Gives `element` to everybody who listens.
  package func send(_ element: Element) {
    // Under the lock, for the order; no listener runs in here.
    state.withLock { state in
      guard !state.isFinished else { return }
      if replay > 0 { state.past = (state.past + [element]).suffix(replay) }
      for listener in state.listeners.values { listener.yield(element) }
    }
  }

  /// Ends all streams, those that begin later too.
  package func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isFinished = true
      return state.listeners.values
    }
    for listener in listeners { listener.finish() }
  }
}
