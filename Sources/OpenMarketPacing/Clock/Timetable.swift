import Synchronization

/// Calls to be made at moments of one clock, with one sleeping task for all of them.
///
/// A deadline is nearly always taken back before it comes. A task that sleeps until then costs ~10 µs to start
/// and cancel, and the system keeps its timer until the moment has come; here both cost a few hundred
/// nanoseconds and nothing remains.
final class Timetable: Sendable {
  private typealias Call = @Sendable () -> Void

  private let alarm: ClockAlarm
  private let state = Mutex(TimetableMachine<Call>())

  init(_ clock: AnyClock) {
    alarm = ClockAlarm(clock)
    alarm.start { [weak self] in self?.ring() }
  }

  deinit { alarm.stop() }

  var count: Int { state.withLock { $0.count } }

  func add(at moment: Moment, _ call: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      let (id, wake) = state.add(call, at: moment)
      if let wake { alarm.set(for: wake) }
      return id
    }
  }

  func remove(_ id: UInt64) {
    // Outside the lock: what the call keeps alive may be released by this.
    _ = state.withLock { $0.remove(id) }
  }

  private func ring() {
    let due = state.withLock { state in
      let (due, wake) = state.ring(at: alarm.now())
      if let wake { alarm.set(for: wake) }
      return due
    }
    for call in due { call() }
  }
}

/// A call that a clock makes later, unless it is cancelled.
package struct ScheduledCall: Sendable {
  let timetable: Timetable?
  let id: UInt64

  /// Takes the call back, if it has not been made yet.
  package func cancel() { timetable?.remove(id) }
}
