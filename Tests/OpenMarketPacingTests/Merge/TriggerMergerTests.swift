import OpenMarketMock
import Testing

@testable import OpenMarketPacing

@Suite("TriggerMerger", .timeLimit(.minutes(5)))
struct TriggerMergerTests {
  @Test("what comes during a run is merged into one more run")
  func tasks() async {
    let (clock, gate, runs) = (ManualClock(), Gate(), Log<[String]>())
    let merger = TriggerMerger(clock: clock) { run in
      runs.append(run.triggers)
      await gate.pass()
    }
    #expect(merger.fire(.appeared) == .ran)
    await gate.arrived()
    #expect(merger.fire(.button, byUser: true) == .scheduled(after: .seconds(5)))
    clock.advance(by: .seconds(6))
    #expect(merger.fire(.foreground) == .merged)
    gate.open()
    await until { runs.count == 2 }
    #expect(runs.entries == [[.appeared], [.button, .foreground]])
    // The second run began at six seconds and opened a window of five.
    await clock.sleepers(atLeast: 1)
    await until { clock.nextDeadline == .seconds(11) }
    clock.advance(by: .seconds(5))
    await until { merger.pacer.activeKeys == 0 }
    #expect(runs.count == 2)
  }

  @Test("a scheduled run that is cancelled does not happen, and the next trigger schedules another")
  func cancelled() async {
    let (clock, runs) = (ManualClock(), Log<[String]>())
    let merger = TriggerMerger(window: .seconds(5), clock: clock) { runs.append($0.triggers) }
    merger.fire(.appeared)
    merger.fire(.button)
    merger.cancel()
    #expect(merger.fire(.foreground) == .scheduled(after: .seconds(5)))
    await until { runs.count == 1 && clock.nextDeadline == .seconds(5) }
    clock.advance(by: .seconds(5))
    await until { runs.count == 2 }
    #expect(runs.entries == [[.appeared], [.foreground]])
  }

  @Test("an action may fire again")
  func reentrancy() async {
    let (clock, responses, box) = (ManualClock(), Log<TriggerOutcome>(), Log<TriggerMerger?>())
    let merger = TriggerMerger(clock: clock) { _ in
      if responses.count < 3, let outcome = box.entries.last??.fire(.button) { responses.append(outcome) }
    }
    box.append(merger)
    merger.fire(.appeared)
    for run in 1...3 {
      await clock.sleepers(atLeast: 1)
      await until { responses.count == run }
      clock.advance(by: .seconds(5))
    }
    #expect(responses.entries == Array(repeating: .scheduled(after: .seconds(5)), count: 3))
    box.replaceAll(with: nil)
  }

  @Test("when a merger goes away during a run, the run goes on and what is scheduled does not happen")
  func releaseDuringRun() async {
    let (clock, gate, ended) = (ManualClock(), Gate(), Log<[String]>())
    var leak: WeakBox?
    do {
      let merger = TriggerMerger(window: .seconds(1), clock: clock) { run in
        await gate.hold()
        ended.append(run.triggers)
      }
      leak = WeakBox(merger.pacer)
      merger.fire(.appeared)
      await gate.arrived()
      merger.fire(.button, byUser: true)
    }
    gate.open()
    await until { leak?.isAlive == false }
    clock.advance(by: .seconds(10))
    #expect(ended.entries == [[.appeared]])
    #expect(clock.sleeperCount == 0)
  }

  @Test("every trigger is still responded to while an action never returns")
  func neverReturns() async {
    let (clock, gate) = (ManualClock(), Gate())
    let merger = TriggerMerger(window: .seconds(Int64.max), clock: clock) { _ in await gate.hold() }
    #expect(merger.fire(.appeared) == .ran)
    await gate.arrived()
    let scheduled = TriggerOutcome.scheduled(after: .nanoseconds(Int64.max))
    #expect(merger.fire(.button, byUser: true) == scheduled)
    #expect(merger.fire(.button, byUser: true) == .merged)
    gate.open()
  }
}
