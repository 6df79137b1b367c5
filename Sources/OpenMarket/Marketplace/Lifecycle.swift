import OpenMarketPacing
import Synchronization

/// Performs what a ``SuspensionMachine`` decides, one action after the other, and lets callers wait for it.
final class Lifecycle: Sendable {
  private struct State {
    var machine = SuspensionMachine()
    var work: Task<Void, Never>?
    var grace: Task<Void, Never>?
    /// When the grace of the last call ends, also after work in the background that has interrupted it.
    var graceEnd: AnyClock.Instant?
    /// Whether what goes on by itself does: not during work in the background of a suspended app.
    var isAwake = true
    /// Whether the app was not suspended since it was last resumed, as while the user has it open.
    var isInUse = true
    /// Whether a call has suspended it since it was last resumed; a suspension without one is over once the app is in use.
    var isSuspendedByCall = false
    /// The work in the background that is under way.
    var backgroundTasks = 0
    /// Those that wait for a suspension, and those that wait for its end.
    var suspenders: [@Sendable () -> Void] = []
    var resumers: [@Sendable () -> Void] = []
    /// Those that wait until the app is in use, or everything is suspended.
    var keepers: [@Sendable () -> Void] = []

    mutating func suspendIfIdle() -> SuspensionMachine.Action? {
      guard !isInUse, backgroundTasks == 0 else { return nil }
      return machine.suspend()
    }

    mutating func takeWaiters() -> [@Sendable () -> Void] {
      var waiters: [@Sendable () -> Void] = []
      if machine.phase == .suspended || machine.isSettled { swap(&waiters, &suspenders) }
      if machine.isSettled {
        waiters += resumers
        resumers = []
      }
      if isInUse || machine.phase == .suspended || machine.phase == .closed {
        waiters += keepers
        keepers = []
      }
      return waiters
    }
  }

  struct Steps: Sendable {
    /// Lets nothing begin by itself any more; ``wake`` undoes that. Does not wait.
    let stop: @Sendable () -> Void
    /// Waits until what runs has come to its end; cancelled when the time is over, and may then end later than that.
    let windDown: @Sendable () async -> Void
    let suspend: @Sendable () async -> Void
    let resume: @Sendable () async -> Void
    /// Lets what goes on by itself do so when the app is in use, and only what is asked for otherwise; does not wait.
    let wake: @Sendable (_ isInUse: Bool) -> Void
  }

  private let state = Mutex(State())
  private let clock: AnyClock
  private let steps: Steps

  init(clock: AnyClock, _ steps: Steps) { (self.clock, self.steps) = (clock, steps) }

  // A market that was released without being closed holds nothing, and is not suspended any more.
  deinit { for keeper in state.withLock({ $0.keepers }) { keeper() } }

  /// Begins to suspend everything. Which call was the last one is decided when this returns, and ``hurry()`` ends its grace
  /// from then on.
  /// - Parameters:
  ///   - grace: How long what runs may go on.
  ///   - done: Called when everything is suspended, or a later call has ended that.
  func suspend(grace: Duration, then done: @escaping @Sendable () -> Void) {
    change { state in
      state.graceEnd = clock.now.advanced(by: grace)
      (state.isInUse, state.isSuspendedByCall) = (false, true)
      state.suspenders.append(done)
      return state.machine.suspend()
    }
    if grace <= .zero { hurry() }
  }

  /// Begins to resume everything. Which call was the last one is decided when this returns.
  /// - Parameter done: Called when everything goes on, or a later call wants it otherwise.
  func resume(then done: @escaping @Sendable () -> Void) {
    change { state in
      (state.isInUse, state.isSuspendedByCall) = (true, false)
      state.resumers.append(done)
      return state.machine.resume()
    }
  }

  /// Takes the app for one that is not in use until that is noted: the system may have launched it for work in the background.
  func awaitUse() { state.withLock { $0.isInUse = false } }

  /// Notes that the app is in use, so that the end of work in the background does not suspend it, and resumes what that has
  /// suspended; not while a call has.
  func noteUse() {
    change { state in
      let isRunning = state.machine.phase == .running && state.machine.isSettled
      guard isRunning || !state.isSuspendedByCall else { return nil }
      (state.isInUse, state.isSuspendedByCall) = (true, false)
      return state.machine.resume()
    }
  }

  /// Says when the process need not be kept from being stopped any more.
  /// - Parameter done: Called as soon as the app is in use, or everything is suspended or closed.
  func awaitUseOrSuspension(then done: @escaping @Sendable () -> Void) {
    change { state in
      state.keepers.append(done)
      return nil
    }
  }

  /// Begins to suspend everything without a grace; not when the app is in use, nor during work in the background, after which
  /// everything is suspended anyway.
  func suspendUnlessUsed() { change { $0.suspendIfIdle() } }

  /// Returns when everything is suspended, or a later call has ended that.
  func suspend(grace: Duration) async { await waiting { suspend(grace: grace, then: $0) } }

  /// Returns when everything goes on, or a later call wants it otherwise.
  func resume() async { await waiting { resume(then: $0) } }

  /// Resumes everything for work in the background. After the last such work everything is suspended with a
  /// grace, which the cancellation of the task ends; not when the app was resumed and so is in use.
  func performBackgroundTask<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    await waiting { done in
      change { state in
        state.backgroundTasks += 1
        state.resumers.append(done)
        return state.machine.resume()
      }
    }
    do {
      let value = try await work()
      await endBackgroundTask()
      return value
    } catch {
      await endBackgroundTask()
      throw error
    }
  }

  private func endBackgroundTask() async {
    await withTaskCancellationHandler {
      await waiting { done in
        change { state in
          state.backgroundTasks -= 1
          state.suspenders.append(done)
          let end = Task.isCancelled ? clock.now : clock.now.advanced(by: Self.graceOfTasks)
          state.graceEnd = max(end, state.graceEnd ?? end)
          return state.suspendIfIdle()
        }
      }
    } onCancel: {
      hurry()
    }
  }

  /// How long what a background task has begun to send may go on: to cut it would leave its outcome unknown.
  private static let graceOfTasks = Duration.seconds(5)

  /// Waits until what `begin` passes on is called.
  private func waiting(_ begin: (_ done: @escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in begin { continuation.resume() } }
  }

  /// Ends the grace of the suspension under way.
  func hurry() {
    let grace = state.withLock { state in
      state.graceEnd = nil
      return state.grace
    }
    grace?.cancel()
  }

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
    let (waiters, revoked) = state.withLock { state in
      switch event(&state) {
      case .windDown?:
        state.isAwake = false
        steps.stop()
        let grace = windDown(until: state.graceEnd ?? clock.now)
        state.grace = grace
        state.work = Task {
          await grace.value
          self.change { $0.machine.finished() }
        }
      case .suspend?:
        state.work = Task {
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
      if state.machine.phase == .running, state.machine.isSettled, !state.isAwake {
        // In the lock: a suspension that follows comes after it.
        state.isAwake = state.isInUse
        steps.wake(state.isInUse)
      }
      // Whoever wants to go on need not wait for the grace.
      return (state.takeWaiters(), state.machine.isRevoked ? state.grace : nil)
    }
    revoked?.cancel()
    for waiter in waiters { waiter() }
  }

  private func windDown(until end: AnyClock.Instant) -> Task<Void, Never> {
    Task { [clock, steps] in
      try? await withDeadline(end, clock: clock) { await steps.windDown() }
    }
  }
}
