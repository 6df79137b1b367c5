import HTTPTypes
import OpenMarketHTTP
import Synchronization

/// Watches all responses of the server: the first one after a failure means that the network is back.
final class ResponseWatch: Sendable {
  /// Not the function alone: Swift 6.3.1 wraps a function in two more whenever it is read under a lock, so that after some
  /// thousand times calling it takes more than the stack.
  private struct Listener {
    var report: @Sendable (_ isReturn: Bool) -> Void
  }

  private struct State {
    var listener: Listener?
    /// Whether the latest request failed.
    var hasFailed = false
  }

  private let state = Mutex(State())

  /// Calls `report` with each response, and tells whether it is the first one after a failure.
  func listen(_ report: @escaping @Sendable (_ isReturn: Bool) -> Void) {
    state.withLock { $0.listener = Listener(report: report) }
  }

  fileprivate func noteResponse() {
    let (listener, isReturn) = state.withLock { state in
      defer { state.hasFailed = false }
      return (state.listener, state.hasFailed)
    }
    listener?.report(isReturn)
  }

  fileprivate func noteFailure() { state.withLock { $0.hasFailed = true } }
}

/// A transport that lets a ``ResponseWatch`` see that responses come.
struct WatchedTransport: HTTPTransport {
  let base: any HTTPTransport
  let watch: ResponseWatch

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    do {
      let response = try await base.send(request)
      // A server in trouble is no sign that pending writes would fare better.
      let isInTrouble = response.head.status.code >= 500 || response.head.status.code == 429
      if isInTrouble { watch.noteFailure() } else { watch.noteResponse() }
      return response
    } catch {
      if !Task.isCancelled { watch.noteFailure() }
      throw error
    }
  }
}
