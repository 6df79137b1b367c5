import Synchronization

/// One operation against one timer: the first of them resumes the caller and cancels the other.
final class DeadlineRace<T: Sendable>: Sendable {
  private struct State {
    var caller: CheckedContinuation<T, any Error>?
    var work: Task<Void, Never>?
    var timer: Task<Void, Never>?
    var isOver = false
    var cancelsWork = false
  }

  private let state = Mutex(State())

  func begin(_ caller: CheckedContinuation<T, any Error>) {
    state.withLock { $0.caller = caller }
  }

  /// Takes the two tasks, which may have ended already.
  func attach(work: Task<Void, Never>, timer: Task<Void, Never>) {
    let (isOver, cancelsWork) = state.withLock { state in
      if !state.isOver { (state.work, state.timer) = (work, timer) }
      return (state.isOver, state.cancelsWork)
    }
    if isOver { timer.cancel() }
    if cancelsWork { work.cancel() }
  }

  /// The operation ended.
  func end(_ result: Result<T, any Error>) {
    finish(with: result, cancelsWork: false)
  }

  /// The deadline passed.
  func expire() {
    finish(with: .failure(DeadlineExceeded()), cancelsWork: true)
  }

  /// The caller was cancelled: the operation is told, and still decides how the race ends.
  func cancel() {
    let work = state.withLock { state in
      state.cancelsWork = true
      return state.work
    }
    work?.cancel()
  }

  private func finish(with result: Result<T, any Error>, cancelsWork: Bool) {
    let (caller, work, timer) = state.withLock { state in
      guard !state.isOver else { return (nil, nil, nil) as Runners }
      state.isOver = true
      if cancelsWork { state.cancelsWork = true }
      defer { (state.caller, state.work, state.timer) = (nil, nil, nil) }
      return (state.caller, state.work, state.timer)
    }
    timer?.cancel()
    if cancelsWork { work?.cancel() }
    caller?.resume(with: result)
  }

  private typealias Runners = (CheckedContinuation<T, any Error>?, Task<Void, Never>?, Task<Void, Never>?)
}
