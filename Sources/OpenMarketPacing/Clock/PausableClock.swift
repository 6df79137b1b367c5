import Synchronization

/// A clock that can be made to stand still: nothing that sleeps on it then sleeps on the clock below, and no time passes.
///
/// So nothing times out because the app was in the background, and no timer of the system is set meanwhile.
package final class PausableClock: Clock, Sendable {
  package typealias Instant = AnyClock.Instant

  private struct State {
    /// The reading at which it stands still.
    var stoppedAt: Instant?
    /// How long it has stood still so far.
    var lag = Duration.zero
    var sleepers: [UInt64: Task<Void, any Error>] = [:]
    var lastID: UInt64 = 0
  }

  private let base: AnyClock
  private let state = Mutex(State())
  private let waiters = Waiters()

  /// Makes a clock that goes with `base`.
  package init(_ base: AnyClock) { self.base = base }

  /// The present moment.
  package var now: Instant {
    state.withLock { $0.stoppedAt ?? base.now.advanced(by: .zero - $0.lag) }
  }

  /// As that of the clock below.
  package var minimumResolution: Duration { base.minimumResolution }

  /// Makes it stand still, and returns when nothing sleeps on the clock below any more.
  package func pause() async {
    let sleepers = state.withLock { state in
      guard state.stoppedAt == nil else { return [Task<Void, any Error>]() }
      state.stoppedAt = base.now.advanced(by: .zero - state.lag)
      return Array(state.sleepers.values)
    }
    for sleeper in sleepers { sleeper.cancel() }
    for sleeper in sleepers { _ = await sleeper.result }
  }

  /// Makes it go on.
  package func resume() {
    state.withLock { state in
      guard let stoppedAt = state.stoppedAt.take() else { return }
      state.lag = stoppedAt.duration(to: base.now)
    }
    waiters.wakeAll()
  }

  /// Suspends until `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    repeat {
      await waiters.wait { state.withLock { $0.stoppedAt == nil } }
      try Task.checkCancellation()
      guard let (id, sleeper) = makeSleeper(until: deadline, tolerance) else { continue }
      defer { state.withLock { _ = $0.sleepers.removeValue(forKey: id) } }
      // Its error says that it was cancelled: with this task, or by a pause.
      _ = await withTaskCancellationHandler {
        await sleeper.result
      } onCancel: {
        sleeper.cancel()
      }
      try Task.checkCancellation()
    } while now < deadline
  }

  /// A task that sleeps on the clock below; `nil` when this clock has been made to stand still.
  private func makeSleeper(
    until deadline: Instant, _ tolerance: Duration?
  ) -> (id: UInt64, task: Task<Void, any Error>)? {
    state.withLock { state in
      guard state.stoppedAt == nil else { return nil }
      let wake = deadline.advanced(by: state.lag)
      let task = Task { [base] in try await base.sleep(until: wake, tolerance: tolerance) }
      state.lastID += 1
      state.sleepers[state.lastID] = task
      return (state.lastID, task)
    }
  }
}
