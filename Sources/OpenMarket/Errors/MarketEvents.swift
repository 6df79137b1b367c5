public import OpenMarketStore
import Synchronization

/// A failure that no call reports, because the calls went on without it.
public enum MarketEvent: Sendable {
  /// The store could not be read or written; reads go on with the server alone.
  case storeFailed(StoreError)
  /// A refresh in the background failed; what is stored stays.
  case refreshFailed(any Error)
}

/// Gives every event to everybody who listens.
final class MarketEvents: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<MarketEvent>.Continuation] = [:]
    var lastID: UInt64 = 0
    var isFinished = false
  }

  /// How many events wait for a listener who is busy; the oldest go first.
  private static let patience = 100

  private let state = Mutex(State())

  func stream() -> AsyncStream<MarketEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MarketEvent.self, bufferingPolicy: .bufferingNewest(Self.patience))
    let id: UInt64? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = continuation
      return state.lastID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  func send(_ event: MarketEvent) {
    for listener in state.withLock({ $0.listeners.values }) { listener.yield(event) }
  }

  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isFinished = true
      return state.listeners.values
    }
    for listener in listeners { listener.finish() }
  }
}
