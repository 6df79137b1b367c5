import Synchronization

/// A caller who waits for work in a task of its own, perhaps against a timer: the first of the two to end
/// resumes the caller and cancels the other.
final class AwaitedWork<T: Sendable>: Sendable {
  private struct State {
    var caller: CheckedContinuation<T, any Error>?
    var work: Task<Void, Never>?
    /// Stops the timer that ends the wait at its deadline.
    var stopTimer: (@Sendable () -> Void)?
    var isOver = false
    var isCancelled = false
  }

  private let state = Mutex(State())

  func begin(_ caller: CheckedContinuation<T, any Error>) {
    state.withLock { $0.caller = caller }
  }

  /// Takes the task, and what stops the timer; both may have ended already.
  func attach(work: Task<Void, Never>, stopTimer: (@Sendable () -> Void)? = nil) {
    let (isOver, isCancelled) = state.withLock { state in
      if !state.isOver { (state.work, state.stopTimer) = (work, stopTimer) }
      return (state.isOver, state.isCancelled)
    }
    if isOver { stopTimer?() }
    if isOver || isCancelled { work.cancel() }
  }

  /// Runs `operation` in a new task that ends the wait.
  func start(_ operation: @escaping @Sendable () async throws -> T) -> Task<Void, Never> {
    Task { end(await Result { try await operation() }) }
  }

  /// Ends the wait, unless it has ended, and what else runs.
  func end(_ result: Result<T, any Error>) {
    let (caller, work, stopTimer) = state.withLock { state in
      defer { (state.caller, state.work, state.stopTimer) = (nil, nil, nil) }
      state.isOver = true
      return (state.caller, state.work, state.stopTimer)
    }
    stopTimer?()
    work?.cancel()
    caller?.resume(with: result)
  }

  func expire() { end(.failure(DeadlineExceeded())) }

  /// The caller was cancelled: the work is told, and still decides how the wait ends.
  func cancel() {
    let work = state.withLock { state in
      state.isCancelled = true
      return state.work
    }
    work?.cancel()
  }
}
