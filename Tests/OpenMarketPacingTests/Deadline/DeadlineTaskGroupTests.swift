import OpenMarketMock
import OpenMarketPacing
import Testing

@Suite("DeadlineTaskGroup", .timeLimit(.minutes(5)))
struct DeadlineTaskGroupTests {
  struct Failure: Error {}

  let clock = ManualClock()

  @Test("returns what finished, names what missed, and cancels it")
  func outcome() async throws {
    let (clock, cancelled, gate) = (ManualClock(), Gate(), Gate())
    var group = DeadlineTaskGroup<String, Int>()
    group.addTask("quick") { 1 }
    group.addTask("wrong") { throw Failure() }
    group.addTask("slow") {
      await untilCancelled()
      cancelled.open()
      return 2
    }
    group.addTask("stubborn") {
      await gate.pass()
      return 3
    }
    let deadline = clock.now.advanced(by: .seconds(2))
    let task = Task { [group] in
      await group.run(until: deadline, clock: clock)
    }
    await gate.arrived()
    // The clock is read above, when the group starts, and by each operation that ends.
    await until { clock.readings == 4 && clock.nextDeadline == .seconds(2) }
    clock.jump(by: .seconds(2))
    let outcome = await task.value
    await cancelled.pass()
    gate.open()
    #expect(outcome.values == ["quick": 1])
    #expect(throws: Failure.self) { try outcome.finished["wrong"]?.get() }
    #expect(outcome.missed == ["slow", "stubborn"])
  }

  @Test("returns before the deadline when all have ended")
  func early() async {
    var group = DeadlineTaskGroup<Int, Int>()
    for id in 0..<5 { group.addTask(id) { id * id } }
    let outcome = await group.run(until: clock.now.advanced(by: .seconds(2)), clock: clock)
    #expect(outcome.values == [0: 0, 1: 1, 2: 4, 3: 9, 4: 16])
    #expect(outcome.missed.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test("starts nothing when the deadline has passed")
  func passed() async {
    let started = Counter()
    var group = DeadlineTaskGroup<Int, Void>()
    group.addTask(1) { started.increment() }
    let outcome = await group.run(until: clock.now, clock: clock)
    #expect(outcome.missed == [1])
    #expect(started.count == 0)
  }
}
