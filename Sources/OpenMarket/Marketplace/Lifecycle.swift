import OpenMarketPacing
import Synchronization

/// Performs what a ``SuspensionMachine`` decides, one action after the other, and lets callers wait for it.
final class Lifecycle: Sendable {
  private struct State {
    var machine = SuspensionMachine()
    var work: Task<Void, Never>?
    var grace: Task<Void, Never>?
    /// How long what runs may go on when the suspension that is wanted last begins, which may be after a return under way.
    var wanted = Duration.zero
    /// Those that wait for a suspension, and those that wait for its end.
    var suspenders: [@Sendable () -> Void] = []
    var resumers: [@Sendable () -> Void] = []

    mutating func takeWaiters() -> [@Sendable () -> Void] {
      var waiters: [@Sendable () -> Void] = []
      if machine.phase == .suspended || machine.isSettled { swap(&waiters, &suspenders) }
      if machine.isSettled {
        waiters += resumers
        resumers = []
      }
      return waiters
    }
  }

  /// The steps of a market.
  struct Steps: Sendable {
    /// Lets what runs come to its end; cancelled when the time is over.
    let windDown: @Sendable () async -> Void
    let suspend: @Sendable () async -> Void
    let resume: @Sendable () async -> Void
  }

  private let state = Mutex(State())
  private let clock: AnyClock
  private let steps: Steps

  init(clock: AnyClock, _ steps: Steps) { (self.clock, self.steps) = (clock, steps) }

  /// Begins to suspend everything. Which call was the last one is decided when this returns, and ``hurry()`` ends its grace
  /// from then on.
  /// - Parameters:
  ///   - grace: How long what runs may go on.
  ///   - done: Called when everything is suspended, or was so before a later call ended it.
  func suspend(grace: Duration, then done: @escaping @Sendable () -> Void) {
    if grace <= .zero { hurry() }
    change { state in
      state.wanted = grace
      state.suspenders.append(done)
      return state.machine.suspend()
    }
  }

  /// Begins to resume everything. Which call was the last one is decided when this returns.
  /// - Parameter done: Called when everything goes on, or a later call wants it otherwise.
  func resume(then done: @escaping @Sendable () -> Void) {
    // Whoever wants to go on need not wait for the grace.
    hurry()
    change { state in
      state.resumers.append(done)
      return state.machine.resume()
    }
  }

  /// Returns when everything is suspended, or was so before a later call ended it.
  func suspend(grace: Duration) async {
    await withCheckedContinuation { continuation in suspend(grace: grace) { continuation.resume() } }
  }

  /// Returns when everything goes on, or a later call wants it otherwise.
  func resume() async {
    await withCheckedContinuation { continuation in resume { continuation.resume() } }
  }

  /// Ends the grace of the suspension under way.
  func hurry() { state.withLock { $0.grace }?.cancel() }

  /// Lets nothing begin any more, and waits for what is under way.
  func close() async {
    hurry()
    let (work, waiters) = state.withLock { state in
      state.machine.close()
      return (state.work, state.takeWaiters())
    }
    for waiter in waiters { waiter() }
    await work?.value
  }

  private func change(_ event: (inout State) -> SuspensionMachine.Action?) {
    let waiters = state.withLock { state in
      switch event(&state) {
      case .suspend?:
        let waiting = windDown(within: state.wanted)
        state.grace = waiting
        state.work = Task {
          await waiting.value
          await self.steps.suspend()
          self.change { $0.machine.finished() }
        }
      case .resume?:
        state.work = Task {
          await self.steps.resume()
          self.change { $0.machine.finished() }
        }
      case nil: break
      }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter() }
  }

  private func windDown(within grace: Duration) -> Task<Void, Never> {
    Task { [clock, steps] in
      try? await withDeadline(clock.now.advanced(by: grace), clock: clock) { await steps.windDown() }
    }
  }
}
