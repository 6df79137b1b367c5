import OpenMarketPacing
package import OpenMarketStore
import Synchronization

/// Saves a draft while the user types: one save at a time, and always the newest draft next.
///
/// So it never lags behind by more than one save, which takes some milliseconds, and never writes more than the
/// disk can take. Stays alive until the last update is saved, even when it is no longer referenced. When the market is
/// suspended, as in the background, the newest draft is saved first, within the grace period.
package final class DraftAutosave: Sendable {
  private struct State {
    var newest: ListingDraft?
    var saving: Task<Void, Never>?
    var failure: (any Error)?
  }

  private let saves: SavesUnderWay
  private let save: @Sendable (ListingDraft) async throws -> Void
  private let state = Mutex(State())

  init(among saves: SavesUnderWay, save: @escaping @Sendable (ListingDraft) async throws -> Void) {
    (self.saves, self.save) = (saves, save)
  }

  /// Schedules a save of the draft; returns at once.
  package func update(_ draft: ListingDraft) {
    state.withLock { state in
      state.newest = draft
      guard state.saving == nil else { return }
      saves.begin()
      state.saving = Task { await run() }
    }
  }

  /// Waits until the newest draft is on disk. A suspension of the market does so by itself.
  ///
  /// - Throws: The error of the latest save: `StoreError`, with `diskFull` when there is no room. The
  ///   next update tries again.
  package func flush() async throws {
    while let saving = state.withLock({ $0.saving }) { await saving.value }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func run() async {
    while let draft = take() {
      var failure: (any Error)?
      do { try await save(draft) } catch { failure = error }
      state.withLock { $0.failure = failure }
    }
    saves.end()
  }

  private func take() -> ListingDraft? {
    state.withLock { state in
      defer { state.newest = nil }
      if state.newest == nil { state.saving = nil }
      return state.newest
    }
  }
}

/// The number of saves under way, for whoever must not begin before they have ended.
final class SavesUnderWay: Sendable {
  private let count = Mutex(0)
  private let waiters = Waiters()

  /// Counts one; ``end()`` follows.
  func begin() { count.withLock { $0 += 1 } }

  /// Counts one less.
  func end() {
    count.withLock { $0 -= 1 }
    waiters.wakeAll()
  }

  /// Waits until there is none, or the task is cancelled.
  func finish() async { await waiters.wait { count.withLock { $0 == 0 } } }
}
