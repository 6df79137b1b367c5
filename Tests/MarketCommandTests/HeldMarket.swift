import OpenMarketMock
import Synchronization

/// A market that lets so many requests through as it is told, and holds the next until it is told again.
final class HeldMarket: MockHandler {
  private struct State {
    /// How many more go through; `nil` for all.
    var left: Int? = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let market: any MockHandler
  private let state = Mutex(State())

  init(_ market: any MockHandler) { self.market = market }

  func handle(_ request: MockRequest) async -> MockResponse {
    await withCheckedContinuation { continuation in
      let watcher = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if let left = state.left, left > 0 {
          state.left = left - 1
        } else if state.left != nil {
          state.waiting.append(continuation)
          defer { state.watcher = nil }
          return state.watcher
        }
        continuation.resume()
        return nil
      }
      watcher?.resume()
    }
    return await market.handle(request)
  }

  /// Lets `count` requests through, and returns when one more waits, at ``giveUp()``, or when the test is out of time.
  func held(after count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          let first = state.waiting.prefix(count)
          state.left = count - first.count
          for waiting in first { waiting.resume() }
          state.waiting.removeFirst(first.count)
          if !state.waiting.isEmpty { return true }
          state.watcher = continuation
          return false
        }
        if waits { continuation.resume() }
        if Task.isCancelled { giveUp() }
      }
    } onCancel: {
      giveUp()
    }
  }

  /// Nobody will ask any more: whoever waits for a request waits no longer.
  func giveUp() {
    let watcher = state.withLock { state in
      defer { state.watcher = nil }
      return state.watcher
    }
    watcher?.resume()
  }

  /// Lets those through that wait.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Holds nothing any more.
  func open() {
    state.withLock { $0.left = nil }
    release()
  }
}
