import GRDB
import OpenMarketPacing

extension MarketStore {
  /// Closes the files until ``resume()``: no lock, transaction or timer is left when this returns.
  ///
  /// Transactions under way come to their end; those that take longer than half a second are rolled back and begin
  /// anew afterwards. All reads and writes wait for ``resume()``, or for the end of their task.
  package func suspend() async {
    guard files.use.latch.close() else { return }
    watch.interrupt()
    suggestionUpkeep.pause()
    await files.suspend(inGoodOrder: upkeep.pause())
  }

  /// Lets reads and writes go on; the files are opened in the background, or by the next one.
  ///
  /// Listeners hear that anything may have changed. What stands against opening, such as a folder that was deleted,
  /// is what the next calls throw.
  package func resume() {
    guard files.use.latch.open() else { return }
    upkeep.resume()
    suggestionUpkeep.resume()
    if files.changeHub.hasListeners { watchOtherProcesses(isUpToDate: true) }
    Task.detached { [weak self] in
      guard let self else { return }
      // Whoever comes first opens the files; what is wrong with them, the next call says.
      for file in [files.user, files.cache] { _ = try? await files.connection(to: file) }
      suggestionUpkeep.wake()
      if files.use.wasLeftOpen { checkInBackground() }
    }
  }

  /// Waits until the store is not suspended.
  ///
  /// - Throws: `CancellationError` when the task was cancelled before.
  package func resumed() async throws(CancellationError) { try await files.use.latch.pass() }

  package var isSuspended: Bool { files.use.latch.isClosed }

  /// Refuses others' writes from now on, as a closed store does; those that were under way have ended when this returns.
  /// When it throws, nothing is refused. ``endRefusing(_:)`` follows, unless the store is closed.
  package func refuse(_ kind: WriteKind) async throws {
    try Task.checkCancellation()
    files.refuse(kind, true)
    do {
      // Behind those that have passed.
      try await access(files.user) { try await $0.pool.writeWithoutTransaction { _ in } }
    } catch {
      files.refuse(kind, false)
      throw error
    }
  }

  /// Takes the writes again that ``refuse(_:)`` has refused.
  package func endRefusing(_ kind: WriteKind) { files.refuse(kind, false) }
}

/// The kinds of writes, of which a sign-out refuses one and those before it to all others.
package enum WriteKind: Int, Sendable, Comparable {
  /// A new submission, or a decision about one.
  case submission
  /// Any other that may have a text of the user: drafts, recent searches, copies that are named by what was searched for.
  case other
  /// One that is never refused: the sign-out's own, and those without a text of the user.
  case essential

  package static func < (one: WriteKind, other: WriteKind) -> Bool { one.rawValue < other.rawValue }
}
