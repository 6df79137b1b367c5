import Testing

@testable import OpenMarketPacing

@Suite("Merging triggers")
struct MergeMachineTests {
  private func at(_ seconds: Double) -> Moment { Moment(nanoseconds: Int64(seconds * 1_000_000_000)) }
  private func machine(_ mode: ThrottleMode = .latest, window: Duration = .seconds(5)) -> MergeMachine {
    MergeMachine(window: Interval(window), mode: mode)
  }

  @Test("the first trigger runs, the second is scheduled, further ones are merged into its run")
  func merging() {
    var machine = machine()
    #expect(machine.submit(TriggerEvent(.appeared), at: at(0)).outcome == .ran)
    _ = machine.runEnded(at: at(0.1))
    #expect(machine.submit(TriggerEvent(.tabSelected), at: at(1)).outcome == .scheduled(after: .seconds(4)))
    #expect(machine.submit(TriggerEvent(.pullToRefresh, byUser: true), at: at(2)).outcome == .merged)
    #expect(machine.submit(TriggerEvent(.tabSelected), at: at(3)).outcome == .merged)
    #expect(machine.submit(TriggerEvent(.button), at: at(4)).outcome == .merged)
    #expect(machine.ring(at: at(4.9)) == nil)
    let run = machine.ring(at: at(5))
    #expect(run?.cause == TriggerEvent(.button))
    #expect(run?.triggers == [.tabSelected, .pullToRefresh, .button])
    #expect(run?.isByUser == true)
  }

  @Test("in mode earliest the first trigger of the window is the cause")
  func earliest() {
    var machine = machine(.earliest)
    _ = machine.submit(TriggerEvent(.appeared), at: at(0))
    _ = machine.runEnded(at: at(0))
    _ = machine.submit(TriggerEvent(.tabSelected), at: at(1))
    _ = machine.submit(TriggerEvent(.button, byUser: true), at: at(2))
    let run = machine.ring(at: at(5))
    #expect(run?.cause == TriggerEvent(.tabSelected))
    #expect(run?.triggers == [.tabSelected, .button])
  }

  @Test("in mode leadingOnly the user is told when to try again")
  func tooSoon() {
    var machine = machine(.leadingOnly)
    _ = machine.submit(TriggerEvent(.appeared), at: at(0))
    #expect(
      machine.submit(TriggerEvent(.pullToRefresh, byUser: true), at: at(2)).outcome
        == .tooSoon(retryAfter: .seconds(3)))
    #expect(machine.runEnded(at: at(3)) == nil)
    #expect(machine.ring(at: at(5)) == nil)
    #expect(machine.submit(TriggerEvent(.pullToRefresh, byUser: true), at: at(5)).outcome == .ran)
  }

  @Test("triggers during a run longer than the window lead to exactly one more run, after it")
  func duringRun() {
    var machine = machine()
    _ = machine.submit(TriggerEvent(.appeared), at: at(0))
    #expect(machine.submit(TriggerEvent(.button), at: at(7)).outcome == .scheduled(after: .zero))
    #expect(machine.submit(TriggerEvent(.foreground), at: at(8)).outcome == .merged)
    #expect(machine.wake == nil)
    #expect(machine.ring(at: at(9)) == nil)
    #expect(machine.runEnded(at: at(9))?.triggers == [.button, .foreground])
    #expect(machine.runEnded(at: at(10)) == nil)
    #expect(machine.ring(at: at(14)) == nil)
    #expect(machine.isIdle)
  }

  @Test("without a window runs still do not overlap", arguments: [Duration.zero, .seconds(-1)])
  func noWindow(window: Duration) {
    var machine = machine(window: window)
    #expect(machine.submit(TriggerEvent(.appeared), at: at(0)).outcome == .ran)
    #expect(machine.submit(TriggerEvent(.button), at: at(0)).outcome == .scheduled(after: .zero))
    #expect(machine.runEnded(at: at(1))?.triggers == [.button])
    #expect(machine.runEnded(at: at(2)) == nil)
    #expect(machine.isIdle)
  }
}
