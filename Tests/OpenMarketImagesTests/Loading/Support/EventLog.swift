import OpenMarketImages
import Synchronization

/// What a loader reports, to be waited for.
final class EventLog: Sendable {
  private struct State {
    var events: [ImageLoaderEvent] = []
    var waiters: [(kind: ImageLoaderEvent.Kind, count: Int, continuation: CheckedContinuation<Void, Never>)] =
      []
  }

  private let state = Mutex(State())

  var events: [ImageLoaderEvent] { state.withLock { $0.events } }

  func add(_ event: ImageLoaderEvent) {
    let ready = state.withLock { state in
      state.events.append(event)
      let count = state.events.count { $0.kind == event.kind }
      let ready = state.waiters.filter { $0.kind == event.kind && $0.count <= count }.map(\.continuation)
      state.waiters.removeAll { $0.kind == event.kind && $0.count <= count }
      return ready
    }
    for waiter in ready { waiter.resume() }
  }

  /// Waits until so many events of a kind have come.
  func wait(for kind: ImageLoaderEvent.Kind, count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.events.count(where: { $0.kind == kind }) >= count { return true }
        state.waiters.append((kind, count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
