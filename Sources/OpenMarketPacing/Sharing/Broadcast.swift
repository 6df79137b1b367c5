import Synchronization

/// Hands every element to every listener, in one order. A listener who is slow misses the oldest ones.
package final class Broadcast<Element: Sendable>: Sendable {
  /// A listener lives as long as its stream.
  private struct Listener: Sendable {
    weak let inbox: Inbox<Element>?
  }

  private struct State {
    var past: RingBuffer<Element>
    var count: UInt64 = 0
    var listeners: [Listener] = []
    var isFinished = false

    mutating func living() -> [Inbox<Element>] {
      guard !listeners.isEmpty else { return [] }
      // No key path: in generic code it is made anew each time, which took most of the time of sending.
      let living = listeners.compactMap { $0.inbox }
      if living.count < listeners.count { listeners.removeAll { $0.inbox == nil } }
      return living
    }
  }

  private let patience: Int
  private let gather: Inbox<Element>.Gather?
  private let state: Mutex<State>

  /// Makes a broadcast without listeners; `patience` elements wait for one who is busy, added by `gather`, and who comes
  /// later is given the latest `replay` first.
  package init(patience: Int, replay: Int = 0, gather: Inbox<Element>.Gather? = nil) {
    self.patience = patience
    self.gather = gather
    state = Mutex(State(past: RingBuffer(capacity: replay)))
  }

  /// The number of the last element.
  package var count: UInt64 { state.withLock { $0.count } }

  package var hasListeners: Bool { !state.withLock { $0.living() }.isEmpty }

  /// The elements from now on, and before them those that are replayed; ends with ``finish()``.
  package func stream() -> AsyncStream<Element> {
    let inbox = Inbox<Element>(capacity: patience, gather: gather)
    let (isFinished, _) = state.withLock { state in
      for element in state.past.elements { inbox.add(element) }
      // Also forgets those who are gone; returned, so that none of them goes under the lock.
      let living = state.living()
      if !state.isFinished { state.listeners.append(Listener(inbox: inbox)) }
      return (state.isFinished, living)
    }
    if isFinished { inbox.finish() }
    return inbox.stream()
  }

  package func send(_ element: Element) { send { _, _ in element } }

  /// Gives an element to everybody who listens, made under a lock from its number, which is 1 for the first and one more
  /// for each, and from the last of those that are replayed; `nil` for none.
  package func send(_ make: (_ number: UInt64, _ latest: Element?) -> Element?) {
    let living = state.withLock { state -> [Inbox<Element>] in
      guard !state.isFinished, let element = make(state.count + 1, state.past.last) else { return [] }
      state.count += 1
      state.past.append(element)
      let living = state.living()
      for inbox in living { inbox.add(element) }
      return living
    }
    for inbox in living { inbox.wake() }
  }

  /// Ends all streams, those that begin later too.
  package func finish() {
    let living = state.withLock { state in
      state.isFinished = true
      return state.living()
    }
    for inbox in living { inbox.finish() }
  }
}
