import Synchronization

/// The elements that a consumer has not taken yet: an `AsyncStream` that is filled in two steps, ``add(_:)`` and ``wake()``.
///
/// A task has a lock of its own, which is held while it is resumed and also while its cancellation handlers run. Who
/// resumes it under a lock that such a handler takes, too, waits for ever, and with it the thread of the handler. So an
/// element is added under the owner's lock, for the order, and its reader is resumed when that lock is released.
/// An `AsyncStream` resumes at once.
package final class Inbox<Element: Sendable>: Sendable {
  private typealias Reader = CheckedContinuation<Element?, Never>

  private struct State {
    var waiting: RingBuffer<Element>
    /// Only where nothing waits.
    var readers: [Reader] = []
    /// Those that have got an element and are not resumed yet.
    var served: [(reader: Reader, element: Element)] = []
    var isFinished = false
  }

  private let state: Mutex<State>
  private let gather: Gather?

  /// Adds an element to those that wait, the oldest first.
  package typealias Gather = @Sendable (inout [Element], Element) -> Void

  /// Makes an empty inbox of so many elements for a busy consumer; one more drops the oldest. Without `gather` an element
  /// is added as the newest.
  package init(capacity: Int, gather: Gather? = nil) {
    self.gather = gather
    state = Mutex(State(waiting: RingBuffer(capacity: capacity)))
  }

  /// How many consumers wait.
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// Adds an element, unless it is finished, and resumes no task; ``wake()`` is to follow.
  package func add(_ element: Element) {
    state.withLock { state in
      guard !state.isFinished else { return }
      guard state.readers.isEmpty else { return state.served.append((state.readers.removeFirst(), element)) }
      guard let gather else { return state.waiting.append(element) }
      var waiting = state.waiting.elements
      gather(&waiting, element)
      state.waiting = RingBuffer(capacity: state.waiting.capacity)
      for element in waiting { state.waiting.append(element) }
    }
  }

  /// Resumes the readers of what was added; to be called under no lock.
  package func wake() {
    let served = state.withLock { state in
      defer { state.served = [] }
      return state.served
    }
    for (reader, element) in served { reader.resume(returning: element) }
  }

  /// Ends it once the elements that wait are taken; to be called under no lock.
  package func finish() {
    let readers = state.withLock { state in
      defer { state.readers = [] }
      state.isFinished = true
      return state.readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  /// Takes the oldest element, or waits for one; `nil` when it is finished. Does not end with its task.
  package func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
    await withCheckedContinuation { reader in
      let response = state.withLock { state -> Element?? in
        if let element = state.waiting.popFirst() { return .some(element) }
        if state.isFinished { return .some(nil) }
        state.readers.append(reader)
        return nil
      }
      if let response { reader.resume(returning: response) }
    }
  }

  /// The elements; once the task of a consumer is cancelled, the inbox is finished.
  package func stream() -> AsyncStream<Element> {
    AsyncStream(unfolding: { await self.next() }, onCancel: { self.finish() })
  }
}
