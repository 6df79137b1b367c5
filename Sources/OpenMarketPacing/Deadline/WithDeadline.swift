/// Runs `operation` and gives up at `deadline`.
///
/// When the deadline passes first, the operation is cancelled and this function throws at once. It does *not*
/// wait for an operation that ignores cancellation: such an operation runs on, cancelled, and its result is
/// dropped; it keeps alive what it captured until it returns. (Waiting for it would make the deadline a wish.)
/// A well-behaved operation, which ends when cancelled, leaves nothing behind.
///
/// Cancelling the calling task cancels the operation, and this function then throws or returns whatever the
/// operation does, still at the deadline at the latest.
///
/// The operation runs in a task of its own, with the caller's priority and task-local values. All deadlines on
/// the continuous clock share one timer; on other clocks each has its own.
///
/// - Parameters:
///   - deadline: The moment to give up. If it is in the past, the operation is not started.
///   - clock: The clock that `deadline` is a moment of.
///   - operation: The work.
/// - Returns: The operation's result, if it ended before the deadline.
/// - Throws: ``DeadlineExceeded`` when the deadline passed first, or the operation's own error.
public func withDeadline<C: Clock, T: Sendable>(
  _ deadline: C.Instant, clock: C, operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  if let clock = clock as? AnyClock, let deadline = deadline as? Moment {
    return try await withDeadline(deadline, clock: clock, operation: operation)
  }
  let now = clock.now
  guard now < deadline else { throw DeadlineExceeded() }
  if clock is ContinuousClock, let rest = now.duration(to: deadline) as? Duration {
    let shared = AnyClock.continuous
    return try await withDeadline(shared.now.advanced(by: rest), clock: shared, operation: operation)
  }
  return try await race(operation) { call in
    let sleeper = Task {
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
        call.expire()
      } catch {
        call.end(.failure(error))  // Without effect when the sleep was cancelled because the call has ended.
      }
    }
    return { sleeper.cancel() }
  }
}

/// Runs `operation` and gives up at `deadline`: the same on an ``AnyClock``, where the timer costs next to
/// nothing because all deadlines of the clock share one.
package func withDeadline<T: Sendable>(
  _ deadline: Moment, clock: AnyClock, operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  guard clock.now < deadline else { throw DeadlineExceeded() }
  return try await race(operation) { call in clock.schedule(at: deadline) { call.expire() }.cancel }
}

private func race<T: Sendable>(
  _ operation: @escaping @Sendable () async throws -> T,
  against startTimer: (AwaitedWork<T>) -> @Sendable () -> Void
) async throws -> T {
  let call = AwaitedWork<T>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      call.begin(continuation)
      let work = call.start(operation)
      call.attach(work: work, stopTimer: startTimer(call))
    }
  } onCancel: {
    call.cancel()
  }
}

/// The error of work that had not ended when its deadline passed.
///
/// It says nothing about the work itself, which may have had an effect: a request that missed its deadline
/// may still have reached the server.
public struct DeadlineExceeded: Error, Hashable, Sendable {
  package init() {}
}
