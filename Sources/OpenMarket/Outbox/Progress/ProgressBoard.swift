import OpenMarketStore
import Synchronization

/// The uploads of this process, for any number of observers.
final class ProgressBoard: Sendable {
  typealias Uploads = [Submission.ID: SendingProgress]

  private struct State {
    var uploads: Uploads = [:]
    var listeners: [UInt64: AsyncStream<Uploads>.Continuation] = [:]
    var lastListener: UInt64 = 0
  }

  private let state = Mutex(State())

  var uploads: Uploads { state.withLock { $0.uploads } }

  /// Sets, or with `nil` ends, what is said about a submission.
  func set(_ id: Submission.ID, _ progress: SendingProgress?) { change { $0[id] = progress } }

  /// Takes that so many bytes of a submission's body are on their way.
  func noteSent(_ sent: Int64, of total: Int64, for id: Submission.ID) {
    change { $0[id]?.noteSent(sent, of: total) }
  }

  /// Returns the present uploads, and those after every change; a busy consumer misses those in between.
  func stream() -> AsyncStream<Uploads> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Uploads.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      continuation.yield(state.uploads)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  private func change(_ event: (inout Uploads) -> Void) {
    state.withLock { state in
      let former = state.uploads
      event(&state.uploads)
      guard state.uploads != former else { return }
      // Under the lock, so that the order is that of the changes; no listener runs in here.
      for listener in state.listeners.values { listener.yield(state.uploads) }
    }
  }
}
