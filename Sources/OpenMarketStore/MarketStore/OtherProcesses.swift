import GRDB
import OpenMarketPacing
import Synchronization

/// Whether a task looks for the writes of other processes; one at a time does.
final class OtherProcesses: Sendable {
  private let isWatched = Mutex(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Keeps the task that looks, so that it can be woken.
  func keep(_ watching: Task<Void, Never>) { task.withLock { $0 = watching } }

  /// Ends the wait between two looks, and so the task when it is no longer needed.
  func interrupt() { task.withLock { $0 }?.cancel() }

  /// - Returns: Whether the caller is the one to look from now on.
  func start() -> Bool {
    isWatched.withLock { isWatched in
      defer { isWatched = true }
      return !isWatched
    }
  }

  /// Whether a task is looking already.
  var isRunning: Bool { isWatched.withLock { $0 } }

  func stop() { isWatched.withLock { $0 = false } }
}

extension MarketStore {
  /// Looks for the writes of other processes, and of other stores on this folder, while there are listeners.
  ///
  /// SQLite does not report them; it counts them (`PRAGMA data_version`).
  ///
  /// - Parameter isUpToDate: Whether the files are about to be opened anew, so that there is nothing to notice yet.
  func watchOtherProcesses(isUpToDate: Bool = false) {
    guard !files.use.latch.isClosed, watch.start() else { return }
    let interval = configuration.pollInterval
    let task = Task.detached(priority: .utility) { [weak self, watch] in
      if isUpToDate { try? await Task.sleep(for: interval) }
      while let store = self, store.isWatching {
        await store.checkForForeignWrites()
        try? await Task.sleep(for: interval)
      }
      watch.stop()
      // A listener may have begun between the last lookup and the stop.
      if let self, self.isWatching { self.watchOtherProcesses() }
    }
    watch.keep(task)
  }

  private var isWatching: Bool { files.changeHub.hasListeners && !files.use.latch.isClosed }

  func checkForForeignWrites() async {
    for file in [files.cache, files.user] { await checkForForeignWrites(in: file) }
  }

  func checkForForeignWrites(in file: DatabaseFile) async {
    if (try? await files.connection(to: file).hasForeignWrites()) == true { files.publishChange(of: file) }
  }
}
