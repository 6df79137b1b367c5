import GRDB
import OpenMarketPacing
import Synchronization

/// The task that looks for the writes of other processes; there is one at a time.
final class OtherProcesses: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Whether a task is looking already.
  var isRunning: Bool { task.withLock { $0 != nil } }

  /// Looks for as long as `body` runs, and then does something `after` it, unless a task is looking already.
  func start(_ body: @escaping @Sendable () async -> Void, after: @escaping @Sendable () -> Void) {
    task.withLock { task in
      guard task == nil else { return }
      task = Task.detached(priority: .utility) {
        await body()
        self.task.withLock { $0 = nil }
        after()
      }
    }
  }

  /// Ends the wait between two looks, and so the task when it is no longer needed.
  func interrupt() { task.withLock { $0 }?.cancel() }
}

extension MarketStore {
  /// Looks for the writes of other processes, and of other stores on this folder, while there are listeners.
  ///
  /// SQLite does not report them; it counts them (`PRAGMA data_version`).
  ///
  /// - Parameter isUpToDate: Whether the files are about to be opened anew, so that there is nothing to notice yet.
  func watchOtherProcesses(isUpToDate: Bool = false) {
    guard !files.use.latch.isClosed else { return }
    let interval = configuration.pollInterval
    watch.start { [weak self] in
      if isUpToDate { try? await Task.sleep(for: interval, tolerance: interval / 2) }
      // Not kept between two looks: a store that is released closes its files at once.
      while !Task.isCancelled, await self?.checkForForeignWrites() == true {
        // A timer of an app at rest: the system may ring it together with others, which saves power.
        try? await Task.sleep(for: interval, tolerance: interval / 2)
      }
    } after: { [weak self] in
      // A listener may have begun between the last lookup and the end.
      if let self, self.isWatching { self.watchOtherProcesses() }
    }
  }

  /// Checks both files, and returns whether there are listeners.
  private func checkForForeignWrites() async -> Bool {
    guard isWatching else { return false }
    for file in [files.cache, files.user] { await checkForForeignWrites(in: file) }
    return true
  }

  private var isWatching: Bool { files.changeHub.hasListeners && !files.use.latch.isClosed }

  func checkForForeignWrites(in file: DatabaseFile) async {
    if (try? await files.connection(to: file).hasForeignWrites()) == true { files.publishChange(of: file) }
  }
}
