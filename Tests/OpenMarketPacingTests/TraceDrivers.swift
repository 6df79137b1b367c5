import Dispatch
import OpenMarketMock
import Synchronization

@testable import OpenMarketPacing

/// Collects a ``TraceResult`` from any thread.
final class TraceRecorder: Sendable {
  private let state = Mutex(TraceResult())

  var result: TraceResult { state.withLock { $0 } }
  func ran(_ id: Int, at moment: Moment) {
    state.withLock { $0.runs.append(TraceEvent(id: id, milliseconds: moment.milliseconds)) }
  }
  func cancelled(_ id: Int, at moment: Moment) {
    state.withLock { $0.cancelled.append(TraceEvent(id: id, milliseconds: moment.milliseconds)) }
  }
}

extension Moment {
  var milliseconds: Int { Int(nanoseconds / 1_000_000) }
}

/// Plays `trace` into a bare state machine.
func play<M: PacingMachine<Int, Int>>(_ trace: [TraceEvent], into blank: M) -> TraceResult {
  var machine = blank
  let recorder = TraceRecorder()
  func ring(until end: Moment) {
    while let wake = machine.wake, wake <= end {
      if let id = machine.ring(at: wake) { recorder.ran(id, at: wake) }
    }
  }
  for event in trace {
    ring(until: event.moment)
    let step = machine.submit(event.id, at: event.moment)
    if let id = step.run { recorder.ran(id, at: event.moment) }
    if let id = step.cancelled { recorder.cancelled(id, at: event.moment) }
  }
  ring(until: Moment(nanoseconds: .max))
  return recorder.result
}

/// Plays `trace` into a GCD pacer that `make` makes.
func play(
  _ trace: [TraceEvent],
  intoQueue make: (DispatchQueue, ManualAlarm) -> (
    _ action: @escaping @Sendable () -> Void, _ onCancel: @escaping @Sendable () -> Void
  ) -> Void
) -> TraceResult {
  let (queue, alarm, recorder) = (DispatchQueue(label: "trace"), ManualAlarm(), TraceRecorder())
  let submit = make(queue, alarm)
  for event in trace {
    alarm.advance(to: event.moment) { queue.sync {} }
    submit({ recorder.ran(event.id, at: alarm.now()) }, { recorder.cancelled(event.id, at: alarm.now()) })
    queue.sync {}
  }
  alarm.advance(to: Moment(nanoseconds: .max)) { queue.sync {} }
  return recorder.result
}

extension ManualClock {
  var moment: Moment { Moment.zero.advanced(by: Interval(elapsed)) }

  /// Moves the time to `moment`, and at each moment on the way at which `pacer`'s alarm rings, waits until what
  /// it started has `settled` and the alarm is set again.
  func advance<Key, Machine>(
    to moment: Moment, with pacer: Pacer<Key, Machine>, settled: () -> Bool
  ) async {
    while true {
      await until { settled() && nextDeadline == pacer.alarmedFor?.offset }
      guard let next = nextDeadline, next <= moment.offset else { break }
      advance(to: next)
      await until { pacer.alarmedFor?.offset != next }
    }
    advance(to: moment.offset)
  }
}

extension Moment {
  var offset: Duration { .nanoseconds(nanoseconds) }
}

/// Plays `trace` into an async pacer; `expected` is how many runs to wait for.
func play<Key, Machine>(
  _ trace: [TraceEvent], on clock: ManualClock, intoTasks pacer: Pacer<Key, Machine>, until end: Moment,
  submit: (_ action: @escaping @Sendable () async -> Void, _ onCancel: @escaping @Sendable () -> Void) -> Void
) async -> TraceResult {
  let recorder = TraceRecorder()
  let submitted = Log<Int>()
  /// Everything submitted has run, been cancelled, or waits.
  func settled() -> Bool {
    let result = recorder.result
    return result.runs.count + result.cancelled.count + pacer.pendingCount == submitted.count
  }
  for event in trace {
    await clock.advance(to: event.moment, with: pacer, settled: settled)
    submitted.append(event.id)
    submit(
      { recorder.ran(event.id, at: clock.moment) }, { recorder.cancelled(event.id, at: clock.moment) })
  }
  await clock.advance(to: end, with: pacer, settled: settled)
  return recorder.result
}
