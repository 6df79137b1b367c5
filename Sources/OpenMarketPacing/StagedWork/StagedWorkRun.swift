import Synchronization

extension StagedWork {
  /// Staged work that was started.
  public final class Run: Sendable {
    private struct State {
      var outcome: Outcome?
      var task: Task<Void, Never>?
      var timer: ScheduledCall?
      var waiters: [CheckedContinuation<Outcome, Never>] = []
    }

    private let state = Mutex(State())
    private let notify: @Sendable (Outcome) -> Void

    init(notify: @escaping @Sendable (Outcome) -> Void) { self.notify = notify }

    /// Cancels steps that have not started; running ones are cancelled as tasks.
    ///
    /// Once this returns no serial step begins any more on the thread or actor that called it. Without effect when
    /// the work has ended.
    public func cancel() { end(.cancelled) }

    /// The outcome of the work, once it has ended.
    public var outcome: Outcome {
      get async {
        await withCheckedContinuation { continuation in
          let outcome: Outcome? = state.withLock { state in
            if state.outcome == nil { state.waiters.append(continuation) }
            return state.outcome
          }
          if let outcome { continuation.resume(returning: outcome) }
        }
      }
    }

    var isWanted: Bool { state.withLock { $0.outcome == nil } }

    func attach(_ task: Task<Void, Never>, timer: ScheduledCall?) {
      let isOver = state.withLock { state in
        if state.outcome == nil { (state.task, state.timer) = (task, timer) }
        return state.outcome != nil
      }
      guard isOver else { return }
      task.cancel()
      timer?.cancel()
    }

    /// The first outcome counts, and is told to everybody.
    func end(_ outcome: Outcome) {
      let ended: State? = state.withLock { state in
        guard state.outcome == nil else { return nil }
        defer { state = State(outcome: outcome) }
        return state
      }
      guard let ended else { return }
      ended.task?.cancel()
      ended.timer?.cancel()
      notify(outcome)
      for waiter in ended.waiters { waiter.resume(returning: outcome) }
    }
  }

  /// Starts the work.
  ///
  /// Steps that never return block nothing when there is a timeout: the outcome is then `.timedOut`, and what
  /// such a step returns later is dropped.
  ///
  /// - Parameters:
  ///   - timeout: The time limit for all of it; `nil` for none. Zero or less runs nothing.
  ///   - clock: The clock that measures the timeout.
  ///   - notify: Called once with the outcome, on the thread where it came about.
  ///   - onTimeout: Called when the time is up, in place of `notify`, if given.
  /// - Returns: The work in progress.
  @discardableResult
  public func start(
    timeout: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
    notify: @escaping @Sendable (Outcome) -> Void = { _ in }, onTimeout: (@Sendable () -> Void)? = nil
  ) -> Run {
    let run = Run { outcome in
      if case .timedOut = outcome, let onTimeout { onTimeout() } else { notify(outcome) }
    }
    if let timeout, timeout <= .zero {
      run.end(.timedOut)
      return run
    }
    let clock = AnyClock.erasing(clock)
    let deadline = timeout.map { clock.now.advanced(by: $0) }
    let task = Task(priority: priority) { run.end(await perform(for: run)) }
    let timer = deadline.map { deadline in
      clock.schedule(at: deadline) { Task(priority: priority) { run.end(.timedOut) } }
    }
    run.attach(task, timer: timer)
    return run
  }

  private func perform(for run: Run) async -> Outcome {
    let results = await concurrentResults(for: run)
    do {
      for barrier in barriers {
        guard run.isWanted, try barrier(results) else { return .cancelled }
      }
      for step in serialSteps {
        guard run.isWanted else { return .cancelled }
        try await step(results) { run.isWanted }
      }
    } catch {
      return .failed(error)
    }
    return .completed(results)
  }

  private func concurrentResults(for run: Run) async -> Results {
    await withTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
      for (index, step) in concurrentSteps.enumerated() {
        group.addTask {
          guard run.isWanted else { return (index, .failure(CancellationError())) }
          let result = await Result { try await step() }
          return (index, result)
        }
      }
      var results: [(Int, Result<Output, any Error>)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
