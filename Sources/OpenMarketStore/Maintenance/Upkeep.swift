import Synchronization

/// The background work of a store: its last use, the number of writes since the last trim, and the tasks.
final class Upkeep: Sendable {
  private struct State {
    var accessCount = 0
    var savedCount = 0
    /// How many writes came since the size of the copies was last looked at.
    var writeCount = 0
    /// The size of the copies after the last trim; the greatest one until it is next looked at.
    var trimmedBytes: Int64 = 0
    var trim: Task<Void, Never>?
    var check: Task<Void, Never>?
    var emptying: Task<Void, Never>?
    /// Whether a check is owed that has not come to its end.
    var isUnchecked = false
    /// Whether nothing that waits for a better time may begin.
    var isPaused = false
  }

  /// New products after which it is worth a lookup whether the store has outgrown its limits.
  static let savedCountPerTrim = 2_000
  /// Writes after which the size of the copies is looked at: few products may have many bytes.
  static let writesPerSize = 16
  private let state = Mutex(State())

  /// Whether nothing is to begin by itself.
  var isIdle: Bool { state.withLock { $0.trim == nil && $0.emptying == nil } }

  /// Counts up with every access.
  var accessCount: Int { state.withLock { $0.accessCount } }

  func noteAccess() { state.withLock { $0.accessCount += 1 } }

  func noteSaved(_ count: Int) { state.withLock { $0.savedCount += count } }

  /// Makes a trim due when the copies have grown by a quarter of `limit` beyond it, and beyond what the last trim has left.
  func noteWrite(limit: Int64, bytes: Int64) {
    state.withLock { state in
      state.writeCount += 1
      guard state.writeCount >= Self.writesPerSize else { return }
      state.writeCount = 0
      // The file may also have been emptied since.
      state.trimmedBytes = min(state.trimmedBytes, bytes)
      guard bytes - max(limit, state.trimmedBytes) > limit / 4 else { return }
      state.savedCount = max(state.savedCount, Self.savedCountPerTrim)
    }
  }

  /// Starts `task` when enough was saved and no trim is under way. It returns whether it has come to an end, which may be a
  /// failure: on a full disk it would fail after each write. Then the next trim is due when as much again was saved, and otherwise
  /// with the next write.
  func trimIfDue(_ task: @escaping @Sendable () async -> Bool) {
    state.withLock { state in
      guard !state.isPaused, state.trim == nil, state.savedCount >= Self.savedCountPerTrim else { return }
      let count = state.savedCount
      state.trim = Task.detached(priority: .background) { [weak self] in
        let hasEnded = await task()
        self?.state.withLock { state in
          state.trim = nil
          guard hasEnded else { return }
          state.trimmedBytes = .max
          state.savedCount = max(0, state.savedCount - count)
        }
      }
    }
  }

  /// Starts the check that is owed after a store was left open.
  func startCheck(_ task: @escaping @Sendable () async -> Bool) {
    state.withLock { state in
      state.isUnchecked = true
      state.check = Task.detached(priority: .utility) { [weak self] in
        guard await task() else { return }
        self?.state.withLock { $0.isUnchecked = false }
      }
    }
  }

  /// How long a log grows before it is emptied.
  private static let logDelay = Duration.milliseconds(250)

  /// Starts `task` after a pause, unless it is about to start already.
  func emptyLogSoon(_ task: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isPaused, state.emptying == nil else { return }
      state.emptying = Task.detached(priority: .utility) { [weak self] in
        try? await Task.sleep(for: Self.logDelay)
        self?.state.withLock { $0.emptying = nil }
        if !Task.isCancelled { await task() }
      }
    }
  }

  /// Waits for the check under way.
  func checked() async {
    let check = state.withLock { $0.check }
    await check?.value
  }

  /// Ends the tasks that wait for a better time, until ``resume()``, and returns whether no check is owed; what they were to
  /// do can wait.
  func pause() -> Bool {
    state.withLock { state in
      state.isPaused = true
      state.trim?.cancel()
      state.emptying?.cancel()
      return !state.isUnchecked
    }
  }

  /// Lets tasks begin again.
  func resume() { state.withLock { $0.isPaused = false } }

  /// Ends the tasks, the check too, and returns whether none is owed.
  func stop() -> Bool {
    state.withLock { $0.check?.cancel() }
    return pause()
  }
}
