import Dispatch
import OpenMarketMock
import Testing

@testable import OpenMarketPacing

@Suite("Reference traces", .timeLimit(.minutes(5)))
struct ReferenceTraceTests {
  let end = Moment(nanoseconds: 10_000_000_000)

  @Test("debounce: the machine")
  func debounceMachine() {
    let machine = DebounceMachine<Int>(ReferenceTrace.interval)
    #expect(play(ReferenceTrace.debounced, into: machine) == ReferenceTrace.debounceResult)
  }

  @Test("debounce: the GCD form")
  func debounceQueue() {
    let result = play(ReferenceTrace.debounced) { queue, alarm in
      let debouncer = DispatchDebouncer(ReferenceTrace.interval, queue: queue, alarm: alarm)
      return { debouncer(action: $0, onCancel: $1) }
    }
    #expect(result == ReferenceTrace.debounceResult)
  }

  @Test("debounce: the async form")
  func debounceTasks() async {
    let clock = ManualClock()
    let debouncer = Debouncer(ReferenceTrace.interval, clock: clock)
    let result = await play(
      ReferenceTrace.debounced, on: clock, intoTasks: debouncer.base, until: end
    ) { debouncer($0, onCancel: $1) }
    #expect(result == ReferenceTrace.debounceResult)
  }

  @Test("throttle: the machine", arguments: ReferenceTrace.throttleResults)
  func throttleMachine(mode: ThrottleMode, runs: [TraceEvent], cancelled: Set<Int>) {
    let machine = ThrottleMachine<Int>(interval: Interval(ReferenceTrace.interval), mode: mode)
    let result = play(ReferenceTrace.throttled, into: machine)
    #expect(result.runs == runs)
    #expect(Set(result.cancelled.map(\.id)) == cancelled)
  }

  @Test("throttle: the GCD form", arguments: ReferenceTrace.throttleResults)
  func throttleQueue(mode: ThrottleMode, runs: [TraceEvent], cancelled: Set<Int>) {
    let result = play(ReferenceTrace.throttled) { queue, alarm in
      let throttler = DispatchThrottler(ReferenceTrace.interval, mode: mode, queue: queue, alarm: alarm)
      return { throttler(action: $0, onCancel: $1) }
    }
    #expect(result.runs == runs)
    #expect(Set(result.cancelled.map(\.id)) == cancelled)
  }

  @Test("throttle: the async form", arguments: ReferenceTrace.throttleResults)
  func throttleTasks(mode: ThrottleMode, runs: [TraceEvent], cancelled: Set<Int>) async {
    let clock = ManualClock()
    let throttler = Throttler(ReferenceTrace.interval, mode: mode, clock: clock)
    let result = await play(
      ReferenceTrace.throttled, on: clock, intoTasks: throttler.base, until: end
    ) { throttler($0, onCancel: $1) }
    #expect(result.runs == runs)
    #expect(Set(result.cancelled.map(\.id)) == cancelled)
  }
}
