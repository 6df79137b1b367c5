import OpenMarketImages
import OpenMarketTestSupport
import Synchronization

/// What a loader reports, to be waited for.
final class EventLog: Sendable {
  private let state = Mutex<[ImageLoaderEvent]>([])

  var events: [ImageLoaderEvent] { state.withLock { $0 } }

  func add(_ event: ImageLoaderEvent) { state.withLock { $0.append(event) } }

  /// Waits until so many events of a kind have come, or the test's time is up.
  func wait(for kind: ImageLoaderEvent.Kind, count: Int = 1) async {
    while events.count(where: { $0.kind == kind }) < count, !Task.isCancelled { await giveWay() }
  }
}
