import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketPacing

@Suite(.timeLimit(.minutes(5))) struct TimetableTests {
  private func moment(_ nanoseconds: Int64) -> Moment { Moment(nanoseconds: nanoseconds) }

  @Test("The alarm is set for the earliest call, and left alone by later and cancelled ones")
  func alarm() {
    var machine = TimetableMachine<String>()
    #expect(machine.add("b", at: moment(20)).wake == moment(20))
    #expect(machine.add("c", at: moment(30)).wake == nil)
    let early = machine.add("a", at: moment(10))
    #expect(early.wake == moment(10))
    #expect(machine.remove(early.id) == "a")
    #expect(machine.remove(early.id) == nil)
    let first = machine.ring(at: moment(10))
    #expect(first.due == [] && first.wake == moment(20))
    let last = machine.ring(at: moment(40))
    #expect(last.due == ["b", "c"] && last.wake == nil)
    #expect(machine.add("d", at: moment(50)).wake == moment(50))
  }

  @Test("Over random operations every call is made once, when it is due, unless it was taken back")
  func model() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var machine = TimetableMachine<UInt64>()
    var pending: [UInt64: Int64] = [:]
    var now: Int64 = 0
    var wake: Int64?
    for number in UInt64(1)...20_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let due = now + Int64.random(in: 0...1000, using: &random)
        let added = machine.add(number, at: moment(due))
        if let set = added.wake { wake = set.nanoseconds }
        // Ids count calls, not steps: the call's value says which it is.
        pending[added.id] = due
      case 5..<9:
        if let id = pending.keys.randomElement(using: &random) {
          pending[id] = nil
          #expect(machine.remove(id) != nil, "seed \(seed)")
        }
      default:
        guard let set = wake else { continue }
        now = max(now, set)
        let rung = machine.ring(at: moment(now))
        let due = pending.filter { $0.value <= now }
        #expect(rung.due.count == due.count, "seed \(seed)")
        for id in due.keys { pending[id] = nil }
        wake = rung.wake?.nanoseconds
      }
      #expect(machine.count == pending.count, "seed \(seed)")
      if let next = pending.values.min() { #expect(wake.map { $0 <= next } == true, "seed \(seed)") }
    }
  }

  @Test("A clock makes its calls in order, once, from one sleep, and none that was taken back")
  func driver() async {
    let manual = ManualClock()
    let clock = AnyClock(manual)
    let made = Mutex<[Int]>([])
    let calls = (1...100).map { second in
      clock.schedule(at: clock.now.advanced(by: .seconds(second))) { made.withLock { $0.append(second) } }
    }
    for second in stride(from: 2, through: 100, by: 2) { calls[second - 1].cancel() }
    await manual.sleepers(atLeast: 1)
    #expect(manual.sleeperCount == 1)
    for _ in 1...100 {
      manual.advance(by: .seconds(1))
      await until { made.withLock { $0.last ?? -1 } >= Int(manual.elapsed.components.seconds) - 1 }
    }
    #expect(made.withLock { $0 } == Array(stride(from: 1, through: 99, by: 2)))
    #expect(clock.scheduledCallCount == 0)
  }

  @Test("Calls taken back leave nothing behind, however late they were due")
  func memory() {
    var machine = TimetableMachine<Int>()
    for number in 0..<100_000 { _ = machine.remove(machine.add(number, at: moment(.max)).id) }
    #expect(machine.count == 0)
    #expect(machine.agendaCount <= 64)
  }
}
