import GRDB
import Synchronization

/// Works off the notes of changed names in the background, a batch at a time, so that nobody's write waits long.
final class SuggestionUpkeep: Sendable {
  /// How many notes one transaction in the background works off: some ten milliseconds.
  static let batch = 1_000
  /// The same when somebody waits for it: names that are alike cost less together.
  static let largeBatch = 20_000

  private enum State {
    case idle
    case working(Task<Void, Never>, again: Bool)
    case stopped
  }

  private let state = Mutex(State.idle)
  private let cache: DatabaseFile

  init(_ cache: DatabaseFile) { self.cache = cache }

  /// Says that there are notes.
  func wake() {
    state.withLock { state in
      switch state {
      case .idle:
        // Its failures are those of the store, which the next read or write reports; the notes stay.
        state = .working(Task.detached(priority: .utility) { await self.run() }, again: false)
      case .working(let task, again: _): state = .working(task, again: true)
      case .stopped: break
      }
    }
  }

  private func run() async {
    while true {
      let isDone = (try? await applyChanges()) != nil
      let goesOn = state.withLock { state in
        guard case .working(let task, let again) = state else { return false }
        state = again && isDone ? .working(task, again: false) : .idle
        return again && isDone
      }
      if !goesOn { return }
    }
  }

  private func applyChanges() async throws {
    while let connection = try cache.connection(), try connection.readAtOnce(SuggestionIndex.hasChanges) {
      _ = try await connection.pool.write { try SuggestionIndex.applyChanges(limit: Self.batch, in: $0) }
    }
  }

  /// Waits for what is under way.
  func finish() async {
    let task = state.withLock { state -> Task<Void, Never>? in
      if case .working(let task, again: _) = state { return task }
      return nil
    }
    await task?.value
  }

  /// Stops after the batch under way.
  func stop() {
    let task = state.withLock { state -> Task<Void, Never>? in
      defer { state = .stopped }
      if case .working(let task, again: _) = state { return task }
      return nil
    }
    task?.cancel()
  }
}
