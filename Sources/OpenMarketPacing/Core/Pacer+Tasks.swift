/// An async action that waits for its turn.
struct TaskSubmission: Sendable {
  let action: @Sendable () async -> Void
  let onCancel: (@Sendable () -> Void)?
  /// The caller that waits for the action to end, if there is one.
  var caller: (any AnyObject & Sendable)?
}

/// The async form of a pacer: actions run in tasks, timers are tasks that sleep on a clock.
extension Pacer where Machine.Event == TaskSubmission, Machine.Work == TaskSubmission {
  convenience init(_ blank: Machine, clock: some Clock<Duration>, priority: TaskPriority?) {
    self.init(blank, alarm: ClockAlarm(clock, priority: priority)) { submission, _, _ in
      Task.detached(priority: priority) { await submission.action() }
    } cancel: {
      $0.onCancel?()
    }
  }

  func submit(
    _ key: Key, _ action: @escaping @Sendable () async -> Void, _ onCancel: (@Sendable () -> Void)?
  ) {
    submit(TaskSubmission(action: action, onCancel: onCancel), for: key)
  }

  /// Submits `operation` and waits until it has run, or will not.
  func run<T: Sendable>(
    _ key: Key, _ operation: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    let call = AwaitedWork<T>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.begin(continuation)
        var submission = TaskSubmission {
          let work = call.start(operation)
          call.attach(work: work)
          await work.value
        } onCancel: {
          call.end(.failure(CancellationError()))
        }
        submission.caller = call
        submit(submission, for: key)
        // The handler below finds nothing to withdraw when it runs before this; the flag is set by then.
        if Task.isCancelled { giveUp(call, key) }
      }
    } onCancel: {
      giveUp(call, key)
    }
  }

  private func giveUp<T>(_ call: AwaitedWork<T>, _ key: Key) {
    if !withdraw(key, where: { $0.caller === call }) { call.cancel() }
  }
}
