import Synchronization

/// Hands every change to every listener; changes that wait for a slow one are merged, so it never grows without
/// bound.
final class ChangeHub: Sendable {
  private struct Listeners {
    var inboxes: [WeakInbox] = []
    var isFinished = false
  }

  private let listeners = Mutex(Listeners())

  /// Whether there are listeners.
  var hasListeners: Bool {
    listeners.withLock { listeners in
      listeners.inboxes.removeAll { $0.inbox == nil }
      return !listeners.inboxes.isEmpty
    }
  }

  /// All changes from now on.
  func changes() -> AsyncStream<StoreChange> {
    let inbox = ChangeInbox()
    let isFinished = listeners.withLock { listeners in
      listeners.inboxes.append(WeakInbox(inbox: inbox))
      return listeners.isFinished
    }
    if isFinished { inbox.finish() }
    return AsyncStream(unfolding: { await inbox.next() }, onCancel: { inbox.finish() })
  }

  func publish(_ change: StoreChange) {
    for inbox in living() { inbox.add(change) }
  }

  /// Ends all streams.
  func finish() {
    listeners.withLock { $0.isFinished = true }
    for inbox in living() { inbox.finish() }
  }

  private func living() -> [ChangeInbox] {
    listeners.withLock { listeners in
      listeners.inboxes.removeAll { $0.inbox == nil }
      return listeners.inboxes.compactMap(\.inbox)
    }
  }
}

/// A listener lives as long as its stream.
private struct WeakInbox: Sendable {
  weak let inbox: ChangeInbox?
}

/// The changes that one listener has not taken yet.
private final class ChangeInbox: Sendable {
  private struct State {
    var waiting: [StoreChange] = []
    var reader: CheckedContinuation<StoreChange?, Never>?
    var isFinished = false
  }

  private let state = Mutex(State())

  func add(_ change: StoreChange) {
    let reader = state.withLock { state -> CheckedContinuation<StoreChange?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      if change == .everything {
        state.waiting = [.everything]
        return nil
      }
      for (index, earlier) in state.waiting.enumerated() {
        guard let merged = earlier.merged(with: change) else { continue }
        if merged == .everything { state.waiting = [merged] } else { state.waiting[index] = merged }
        return nil
      }
      state.waiting.append(change)
      return nil
    }
    reader?.resume(returning: change)
  }

  func next() async -> StoreChange? {
    await withCheckedContinuation { continuation in
      let response = state.withLock { state -> StoreChange?? in
        if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
        if state.isFinished { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let response { continuation.resume(returning: response) }
    }
  }

  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      let reader = state.reader
      state.reader = nil
      return reader
    }
    reader?.resume(returning: nil)
  }
}
