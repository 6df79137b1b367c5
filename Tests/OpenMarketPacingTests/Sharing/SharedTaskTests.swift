import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("SharedTask", .timeLimit(.minutes(5)))
struct SharedTaskTests {
  let shared = SharedTask<String, Int>()

  /// Starts `count` callers of `key`, whose work waits at `gate` and ignores cancellation.
  private func callers(_ count: Int, of key: String, at gate: Gate) async -> [Task<Int, any Error>] {
    let asking = Gate()
    asking.open()
    let tasks = (0..<count).map { _ in
      Task { [shared] in
        await asking.pass()
        return try await shared.value(for: key) {
          await gate.hold()
          return gate.arrivals
        }
      }
    }
    await asking.arrived(count)
    return tasks
  }

  @Test("a hundred callers of one key share one run, and one cancelled caller leaves ninety-nine results")
  func hundredCallers() async throws {
    let gate = Gate()
    let tasks = await callers(100, of: "a", at: gate)
    await gate.arrived()
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    await shared.waiters(99, for: "a")
    gate.open()
    for task in tasks.dropFirst() { #expect(try await task.value == 1) }
    #expect(gate.arrivals == 1)
    #expect(shared.count == 0)
  }

  @Test("with a limit nobody waits longer for work that began before, and those who move on share newer work")
  func joinLimit() async throws {
    let (clock, hanging, quick) = (ManualClock(), Gate(), Gate())
    let shared = SharedTask<String, Int>(joinLimit: .seconds(3), clock: AnyClock(clock))
    let first = Task {
      try await shared.value(for: "a") {
        await hanging.pass()
        return 1
      }
    }
    await hanging.arrived()
    clock.advance(by: .seconds(2))
    let joined = (0..<10).map { _ in
      Task {
        try await shared.value(for: "a") {
          await quick.pass()
          return 2
        }
      }
    }
    await until { shared.waiterCount(for: "a") == 11 }
    joined[0].cancel()
    await #expect(throws: CancellationError.self) { try await joined[0].value }
    #expect(quick.arrivals == 0)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await quick.arrived()
    // All have moved on.
    await until { shared.waiterCounts(for: "a") == [1, 9] }
    joined[1].cancel()
    await #expect(throws: CancellationError.self) { try await joined[1].value }
    quick.open()
    for task in joined.dropFirst(2) { #expect(try await task.value == 2) }
    #expect(quick.arrivals == 1 && shared.count == 1)
    hanging.open()
    #expect(try await first.value == 1)
    #expect(shared.count == 0)
  }

  @Test("with a limit work that has lost all its waiters to newer work is cancelled")
  func joinLimitCancels() async throws {
    let (clock, cancelled, quick) = (ManualClock(), Gate(), Gate())
    let shared = SharedTask<String, Int>(joinLimit: .seconds(3), clock: AnyClock(clock))
    let first = Task {
      try await shared.value(for: "a") {
        await untilCancelled()
        cancelled.open()
        return 1
      }
    }
    await until { shared.waiterCount(for: "a") == 1 }
    let second = Task {
      try await shared.value(for: "a") {
        await quick.pass()
        return 2
      }
    }
    await until { shared.waiterCount(for: "a") == 2 }
    first.cancel()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(3))
    await cancelled.pass()
    quick.open()
    #expect(try await second.value == 2)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(shared.count == 0)
  }

  @Test("a caller who is cancelled while it moves on to newer work is told, and waits for nothing")
  func cancelledBetween() async throws {
    let (clock, begun, newer) = (ManualClock(), Gate(), Gate())
    let shared = SharedTask<String, Int>(joinLimit: .seconds(3), clock: AnyClock(clock))
    let joined = Mutex<Task<Int, any Error>?>(nil)
    let first = Task {
      try await shared.value(for: "a") {
        await withTaskCancellationHandler {
          begun.open()
          await untilCancelled()
        } onCancel: {
          // Between the work that is given up and the newer one.
          joined.withLock { $0 }?.cancel()
        }
        return 1
      }
    }
    await begun.pass()
    let second = Task {
      try await shared.value(for: "a") {
        await newer.pass()
        return 2
      }
    }
    joined.withLock { $0 = second }
    await until { shared.waiterCount(for: "a") == 2 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(3))
    await #expect(throws: CancellationError.self) { try await second.value }
    newer.open()
    #expect(shared.count == 0)
  }

  @Test("a cancelled caller returns although the work ignores cancellation")
  func cancelledCallerReturns() async throws {
    let gate = Gate()
    let task = await callers(1, of: "a", at: gate)[0]
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(shared.count == 0)
    gate.open()
  }

  @Test("cancelling the last waiter cancels the work")
  func lastCancel() async throws {
    let started = Gate()
    started.open()
    let stopped = Gate()
    let tasks = (0..<2).map { _ in
      Task { [shared] in
        try await shared.value(for: "a") {
          await started.pass()
          await untilCancelled()
          stopped.open()
          return 0
        }
      }
    }
    await started.arrived()
    await shared.waiters(2, for: "a")
    for task in tasks { task.cancel() }
    await stopped.pass()
    #expect(shared.count == 0)
  }

  @Test("a caller who comes after the last cancel starts new work")
  func afterLastCancel() async throws {
    let old = Gate()
    let first = await callers(1, of: "a", at: old)[0]
    await old.arrived()
    first.cancel()
    _ = await first.result
    let second = try await shared.value(for: "a") { 2 }
    old.open()
    #expect(second == 2)
  }

  @Test("an error reaches every waiter and is not kept")
  func failure() async throws {
    struct Failure: Error {}
    let gate = Gate()
    let tasks = (0..<3).map { _ in
      Task { [shared] in
        try await shared.value(for: "a") {
          await gate.pass()
          throw Failure()
        }
      }
    }
    await shared.waiters(3, for: "a")
    gate.open()
    for task in tasks { await #expect(throws: Failure.self) { try await task.value } }
    #expect(try await shared.value(for: "a") { 5 } == 5)
  }

  @Test("different keys do not wait for each other")
  func keys() async throws {
    let gate = Gate()
    let first = await callers(1, of: "a", at: gate)[0]
    await gate.arrived()
    #expect(try await shared.value(for: "b") { 9 } == 9)
    gate.open()
    #expect(try await first.value == 1)
  }

  @Test("a caller who is cancelled already starts nothing")
  func cancelledBefore() async throws {
    let gate = Gate()
    let task = Task { [shared] in
      await untilCancelled()
      return try await shared.value(for: "a") {
        await gate.pass()
        return 0
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Work started by mistake would stand in the pool's queue before this task does.
    for _ in 0..<100 { await Task.yield() }
    #expect(gate.arrivals == 0)
  }
}

extension SharedTask {
  /// Waits until `count` callers wait for `key`.
  fileprivate func waiters(_ count: Int, for key: Key) async {
    while waiterCount(for: key) != count, !Task.isCancelled { await giveWay() }
  }
}
