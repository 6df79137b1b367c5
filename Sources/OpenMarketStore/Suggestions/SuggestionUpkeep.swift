import GRDB
import OpenMarketPacing
import Synchronization

/// Works off the notes of changed names in the background, many together: each touches some ten pages, which neighbours
/// in one transaction share. Then joins the parts of the search index that the writes have left. Before both, goes on with an
/// index that is made anew (`IndexBuild`).
///
/// Works in steps of some milliseconds with rests between them behind a user who scrolls, so that the processor is free
/// for frames, and in large ones behind a synchronisation: small ones take half as long again.
final class SuggestionUpkeep: Sendable {
  /// How many notes one transaction in the background works off where there are more than ``fewNotes``.
  private static let batch = 12_000
  /// The same where there are fewer: one to three milliseconds.
  private static let smallBatch = 50
  private static let fewNotes = 2_000
  /// The same when a caller waits for it.
  static let largeBatch = 50_000
  /// How long notes are left to become more after a transaction. Those of a process that ends before are worked off by
  /// the next one.
  static let delay = Duration.seconds(1)
  /// How long the processor is left to others after a small step.
  private static let rest = Duration.milliseconds(40)

  private struct State {
    var task: Task<Void, Never>?
    /// Whether there are notes that `task` may overlook.
    var again = false
    var isPaused = false
    /// When the last transaction ended.
    var last: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let cache: DatabaseFile
  private let changeHub: Broadcast<StoreChange>
  /// Takes the next products into an index that is being made, and returns whether there may be more.
  private let buildStep: @Sendable (Database) throws -> Bool

  init(
    _ cache: DatabaseFile, _ changeHub: Broadcast<StoreChange>,
    buildStep: @escaping @Sendable (Database) throws -> Bool
  ) {
    (self.cache, self.changeHub, self.buildStep) = (cache, changeHub, buildStep)
  }

  /// Whether it does nothing, and is to do nothing later.
  var isIdle: Bool { state.withLock { $0.task == nil } }

  func wake() {
    state.withLock { state in
      guard !state.isPaused else { return }
      if state.task == nil { begin(&state) } else { state.again = true }
    }
  }

  private func begin(_ state: inout State) {
    let due = state.last.map { $0 + Self.delay } ?? .now
    state.again = false
    state.task = Task.detached(priority: .utility) {
      try? await Task.sleep(until: due, clock: .continuous)
      guard !Task.isCancelled else { return }
      self.state.withLock { $0.again = false }
      // Its failures are those of the store, which the next read or write reports; the notes stay.
      let isDone = try? await self.bringUpToDate()
      guard !Task.isCancelled else { return }
      self.state.withLock { state in
        if isDone == true { state.last = .now }
        state.task = nil
        if state.again, isDone != nil, !state.isPaused { self.begin(&state) }
      }
    }
  }

  /// Returns whether there was anything to do.
  private func bringUpToDate() async throws -> Bool {
    var (isAny, isMuch) = (try await buildIndex(), false)
    while let connection = try cache.connection() {
      let waiting = try connection.readAtOnce(SuggestionIndex.changeCount)
      guard waiting > 0 else { break }
      isAny = true
      if waiting > Self.fewNotes { isMuch = true }
      let limit = isMuch ? Self.batch : Self.smallBatch
      let count = try await connection.pool.write { try SuggestionIndex.applyChanges(limit: limit, in: $0) }
      // The notes that came meanwhile are left to become more.
      if count < limit { break }
      if !isMuch { try await Task.sleep(for: Self.rest) }
    }
    return try await joinParts(inLargeSteps: isMuch) || isAny
  }

  /// Returns whether there was anything to do.
  private func buildIndex() async throws -> Bool {
    guard try cache.connection()?.readAtOnce(IndexVersion.isBeingMade) == true else { return false }
    while let connection = try cache.connection() {
      guard try await connection.pool.write(buildStep) else { break }
      try await Task.sleep(for: Self.rest)
    }
    // What searches have found until now may not be all.
    changeHub.send(.everything)
    return true
  }

  private func joinParts(inLargeSteps: Bool) async throws -> Bool {
    guard
      var step = try cache.connection()?.readAtOnce({
        try IndexParts.firstStep(inLargeSteps: inLargeSteps, in: $0)
      })
    else { return false }
    while let connection = try cache.connection() {
      let pages = step
      guard try await connection.pool.write({ try IndexParts.join(pages, in: $0) }) else { break }
      step = abs(pages)
      if step < IndexParts.largeStep { try await Task.sleep(for: Self.rest) }
    }
    return true
  }

  /// Lets the work go on with the next ``wake()``.
  func resume() { state.withLock { $0.isPaused = false } }

  /// Stops after the batch under way, until ``resume()``: no timer is left, nor is one set by a write that ends later.
  func pause() {
    state.withLock { state in
      state.isPaused = true
      state.task?.cancel()
      state.task = nil
    }
  }
}
