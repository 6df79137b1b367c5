import OpenMarketStore
import Synchronization

/// Work that no caller waits for, ended together when the market is closed.
final class BackgroundWork: Sendable {
  private struct State {
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var refreshing: Set<ReadKey> = []
    var lastID: UInt64 = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// How many pieces of work run.
  var count: Int { state.withLock { $0.tasks.count } }

  func checkOpen() throws(StoreError) {
    if state.withLock({ $0.isClosed }) {
      throw StoreError(.closed, "The market was closed: make another one to go on reading.")
    }
  }

  /// Runs `operation` until it ends, its task is cancelled, or the market is closed.
  func start<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let task = Task { try await operation() }
    let id: UInt64? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.lastID += 1
      let id = state.lastID
      // Registered before it can run: it waits for the lock that is held here.
      state.tasks[id] = Task {
        await withTaskCancellationHandler {
          _ = await task.result
        } onCancel: {
          task.cancel()
        }
        self.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
      }
      return id
    }
    if id == nil { task.cancel() }
    return task
  }

  /// Runs `operation` unless a refresh of `key` runs already.
  func refresh(_ key: ReadKey, _ operation: @escaping @Sendable () async -> Void) {
    guard state.withLock({ !$0.isClosed && $0.refreshing.insert(key).inserted }) else { return }
    _ = start { [self] in
      await operation()
      state.withLock { _ = $0.refreshing.remove(key) }
    }
  }

  /// Cancels everything and lets nothing new begin.
  @discardableResult
  func cancelAll() -> [Task<Void, Never>] {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
    return tasks
  }

  /// Waits until what runs now has ended by itself.
  func drain() async {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
  }

  /// Cancels everything and waits until it has ended.
  func close() async {
    for task in cancelAll() { await task.value }
  }
}
