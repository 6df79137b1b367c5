import Dispatch
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

/// What timers and memory cost when little happens, or nothing any more.
@Suite("Pacing at rest", .timeLimit(.minutes(5)))
struct IdleTests {
  @Test("putting a deadline off leaves the timer alone")
  func timerIsLeftAlone() {
    let (queue, alarm) = (DispatchQueue(label: "edge"), ManualAlarm())
    let debouncer = DispatchDebouncer(.seconds(1), queue: queue, alarm: alarm)
    for millisecond in 0..<10_000 {
      alarm.advance(to: Moment(nanoseconds: Int64(millisecond) * 1_000_000))
      debouncer {}
    }
    #expect(alarm.settings <= 11)
  }

  @Test("a run that the longest wait has forced leaves no timer behind")
  func forcedRun() {
    var machine = DebounceMachine<Int>(.seconds(10), maxWait: .seconds(1))
    _ = machine.submit(1, at: .zero)
    let run = machine.ring(at: Moment(nanoseconds: 1_000_000_000))
    #expect(run == 1 && machine.isIdle)
  }

  @Test("an agenda that a crowd has left keeps no memory for it")
  func emptyAgenda() {
    var agenda = Agenda<Int>()
    for key in 0..<10_000 { agenda.insert(key, at: Moment(nanoseconds: Int64(key % 77))) }
    while agenda.popFirst(dueAt: Moment(nanoseconds: 77)) != nil {}
    #expect(agenda.capacity <= 64)
  }

  @Test("ten thousand keys are forgotten when idle, and the timer then stands still")
  func idleKeys() {
    let (queue, alarm) = (DispatchQueue(label: "edge"), ManualAlarm())
    let debouncer = DispatchDebouncer(.seconds(1), keyedBy: Int.self, queue: queue, alarm: alarm)
    let ran = Counter()
    for key in 0..<10_000 { debouncer(for: key) { ran.increment() } }
    #expect(debouncer.count == 10_000)
    alarm.advance(to: Moment(nanoseconds: 9_000_000_000)) { queue.sync {} }
    #expect(ran.count == 10_000)
    #expect(debouncer.count == 0)
    #expect(!alarm.isSet)
  }
}
