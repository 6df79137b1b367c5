import OpenMarketPacing
package import OpenMarketStore
import Synchronization

/// Saves a draft while the user types: one save at a time, and always the newest draft next.
///
/// So it never lags behind by more than one save, which takes some milliseconds, and never writes more than the
/// disk can take. Stays alive until the last update is saved, even when it is no longer referenced. When the market is
/// suspended, as in the background, the newest draft is saved first, within the grace period. While saves are paused, as during
/// a sign-out, the newest draft is kept, and saved when it has failed.
package final class DraftAutosave: Sendable {
  private struct State {
    var newest: ListingDraft?
    var saving: Task<Void, Never>?
    /// Whether the newest draft is to be saved after a pause of all saves.
    var isHeld = false
    var saved: ListingDraft?
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
      begin(&state)
    }
  }

  private func begin(_ state: inout State) {
    guard state.newest != nil, state.saving == nil, !state.isHeld else { return }
    state.isHeld = !saves.begin {
      self.state.withLock { state in
        state.isHeld = false
        self.begin(&state)
      }
    }
    if !state.isHeld { state.saving = Task { await run() } }
  }

  /// Waits until the newest draft is on disk. A suspension of the market does so by itself.
  ///
  /// - Throws: The error of the latest save: `StoreError`, with `diskFull` when there is no room. The
  ///   next update tries again. With `closed` while saves are paused, and the newest draft waits for the end of that.
  package func flush() async throws {
    while let saving = state.withLock({ $0.saving }) { await saving.value }
    if state.withLock({ $0.isHeld }) { throw StoreError.wasClosed }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// The draft that was saved last.
  var saved: ListingDraft? { state.withLock { $0.saved } }

  private func run() async {
    var isLast = false
    while let draft = take(unless: &isLast) {
      var failure: (any Error)?
      do { try await save(draft) } catch { failure = error }
      state.withLock { state in
        state.failure = failure
        if failure == nil { state.saved = draft }
      }
    }
    saves.end()
  }

  /// Takes the newest draft, unless the last one is taken: during a pause of saves, the first that was taken since it began.
  private func take(unless isLast: inout Bool) -> ListingDraft? {
    let isPaused = saves.isPaused
    return state.withLock { state in
      guard !isLast, let newest = state.newest else {
        state.saving = nil
        begin(&state)
        return nil
      }
      (isLast, state.newest) = (isPaused, nil)
      return newest
    }
  }
}

/// The number of saves under way, for whoever must not begin before they have ended.
final class SavesUnderWay: Sendable {
  private struct State {
    var count = 0
    var pauses = 0
    var held: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let waiters = Waiters()

  var waiterCount: Int { waiters.count }

  /// Whether none may begin.
  var isPaused: Bool { state.withLock { $0.pauses > 0 } }

  /// Counts one, unless all are paused.
  /// - Parameter later: Called at the end of the pause.
  /// - Returns: Whether it may begin; ``end()`` follows.
  func begin(orLater later: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.pauses > 0 { state.held.append(later) } else { state.count += 1 }
      return state.pauses == 0
    }
  }

  /// Counts one less.
  func end() {
    state.withLock { $0.count -= 1 }
    waiters.wakeAll()
  }

  /// Waits until there is none, or the task is cancelled.
  func finish() async { await waiters.wait { state.withLock { $0.count == 0 } } }

  /// Lets none begin until ``resume()``, and waits for those that are under way, or until the task is cancelled.
  func pause() async {
    state.withLock { $0.pauses += 1 }
    await finish()
  }

  /// Ends one pause.
  func resume() {
    let held = state.withLock { state in
      state.pauses -= 1
      defer { if state.pauses == 0 { state.held = [] } }
      return state.pauses == 0 ? state.held : []
    }
    for begin in held { begin() }
  }
}
