import Synchronization

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }
  var count: Int { state.withLock { $0.count } }

  func append(_ entry: Entry) { state.withLock { $0.append(entry) } }

  func replaceAll(with entry: Entry) {
    // What was there is released after the lock: it may use this log.
    _ = state.withLock { entries in
      defer { entries = [entry] }
      return entries
    }
  }
}
