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
/// The operation runs in a task of its own, with the caller's priority and task-local values.
///
/// - Parameters:
///   - deadline: The moment to give up. When it lies in the past the operation is not started.
///   - clock: The clock that `deadline` is a moment of.
///   - operation: The work.
/// - Returns: The operation's result, when it came before the deadline.
/// - Throws: ``DeadlineExceeded`` when the deadline passed first, or the operation's own error.
public func withDeadline<C: Clock, T: Sendable>(
  _ deadline: C.Instant, clock: C, operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  guard clock.now < deadline else { throw DeadlineExceeded() }
  let race = AwaitedWork<T>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      race.begin(continuation)
      let work = race.start(operation)
      let timer = Task {
        do {
          try await clock.sleep(until: deadline, tolerance: nil)
          race.expire()
        } catch {
          race.end(.failure(error))  // Without effect when the sleep was cancelled because the race is over.
        }
      }
      race.attach(work: work, timer: .task(timer))
    }
  } onCancel: {
    race.cancel()
  }
}

/// Runs `operation` and gives up at `deadline`: the same on an ``AnyClock``, where the timer costs next to
/// nothing because all deadlines of the clock share one.
///
/// - Parameters:
///   - deadline: The moment to give up. When it lies in the past the operation is not started.
///   - clock: The clock that `deadline` is a moment of.
///   - operation: The work.
/// - Returns: The operation's result, when it came before the deadline.
/// - Throws: ``DeadlineExceeded`` when the deadline passed first, or the operation's own error.
public func withDeadline<T: Sendable>(
  _ deadline: AnyClock.Instant, clock: AnyClock, operation: @escaping @Sendable () async throws -> T
) async throws -> T {
  guard clock.now < deadline else { throw DeadlineExceeded() }
  let race = AwaitedWork<T>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      race.begin(continuation)
      let timer = clock.schedule(at: deadline) { race.expire() }
      race.attach(work: race.start(operation), timer: .call(timer))
    }
  } onCancel: {
    race.cancel()
  }
}
