import Synchronization

/// A clock that can be made to stand still: nothing that sleeps on it then sleeps on the clock below, and no time passes.
///
/// So nothing times out because the app was in the background, and no timer of the system is set meanwhile.
package final class PausableClock: Clock, Sendable {
  private struct State {
    /// The reading at which it stands still.
    var stoppedAt: Moment?
    /// How long it has stood still so far.
    var lag = Duration.zero
  }

  private let base: AnyClock
  private let state = Mutex(State())
  /// Closed while the clock stands still.
  private let latch = Latch()

  package init(_ base: AnyClock) { self.base = base }

  package var now: Moment {
    state.withLock { $0.stoppedAt ?? base.now.advanced(by: .zero - $0.lag) }
  }

  /// As that of the clock below.
  package var minimumResolution: Duration { base.minimumResolution }

  /// Makes it stand still, and returns when nothing sleeps on the clock below any more.
  package func pause() async {
    latch.close {
      state.withLock { $0.stoppedAt = base.now.advanced(by: .zero - $0.lag) }
    }
    await latch.drain()
  }

  /// Makes it go on.
  package func resume() {
    latch.open {
      state.withLock { state in
        guard let stoppedAt = state.stoppedAt.take() else { return }
        state.lag = stoppedAt.duration(to: base.now)
      }
    }
  }

  /// Suspends until `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  package func sleep(until deadline: Moment, tolerance: Duration?) async throws {
    repeat {
      _ = try await latch.run { [self] in
        let lag = state.withLock { $0.lag }
        try await base.sleep(until: deadline.advanced(by: lag), tolerance: tolerance)
      }
    } while now < deadline
  }
}
