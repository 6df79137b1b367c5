import Dispatch
import Synchronization

/// An alarm on a dispatch queue: one timer source, which is scheduled anew and never made anew.
///
/// It rings on the queue; while the queue is busy or suspended, it does not ring.
final class DispatchAlarm: Alarm {
  private let source: Mutex<any DispatchSourceTimer>
  /// The source keeps its handler for as long as its queue is suspended; the bell it can lose at once.
  private let bell = Bell()

  init(queue: DispatchQueue) {
    source = Mutex(DispatchSource.makeTimerSource(queue: queue))
  }

  deinit { source.withLock { $0.cancel() } }

  func now() -> Moment {
    Moment(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  func start(_ ring: @escaping @Sendable () -> Void) {
    bell.hang(ring)
    source.withLock { [bell] source in
      source.setEventHandler { bell.ring() }
      source.activate()
    }
  }

  func set(for moment: Moment) {
    let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: moment.nanoseconds))
    source.withLock { $0.schedule(deadline: deadline, leeway: .nanoseconds(0)) }
  }

  func stop() { bell.takeDown() }
}
