import OpenMarketHTTP
import Synchronization

/// The end of a load, for those who wait for it now and those who ask later.
final class LoadCompletion: Sendable {
  private typealias Waiter = CheckedContinuation<DecodedImage?, any Error>

  private struct State {
    var result: Result<DecodedImage?, any Error>?
    var waiters: [Waiter] = []
  }

  let source: String
  /// The cause of the load; `nil` if events are not traced.
  let cause: MarketEvent.Cause?
  private let state = Mutex(State())

  init(of source: String, cause: MarketEvent.Cause?) { (self.source, self.cause) = (source, cause) }

  func value() async throws -> DecodedImage? {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.waiters.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Ends the load; what comes later does not count.
  func end(_ result: Result<DecodedImage?, any Error>) {
    let waiters = state.withLock { state in
      guard state.result == nil else { return [Waiter]() }
      state.result = result
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
