import OpenMarketTestSupport
import Testing

@Suite("Gate", .timeLimit(.minutes(5)))
struct GateTests {
  @Test("a task that is cancelled waits neither at a gate nor for others to come to it")
  func cancelled() async {
    let gate = Gate()
    for task in [Task { await gate.pass() }, Task { await gate.arrived(3) }] {
      task.cancel()
      await task.value
    }
    #expect(gate.arrivals == 1)
  }

  @Test("work that ignores cancellation is held until the gate is open")
  func held() async {
    let (gate, log) = (Gate(), Log<String>())
    let work = Task {
      await gate.hold()
      log.append("on")
    }
    await gate.arrived()
    work.cancel()
    for _ in 0..<100 { await giveWay() }
    #expect(log.count == 0)
    gate.open()
    await work.value
    #expect(log.entries == ["on"])
  }
}
