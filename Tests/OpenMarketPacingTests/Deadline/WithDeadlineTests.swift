import OpenMarketMock
import Testing

@testable import OpenMarketPacing

@Suite("withDeadline", .timeLimit(.minutes(5)))
struct WithDeadlineTests {
  let clock = ManualClock()
  var deadline: ManualClock.Instant { clock.now.advanced(by: .seconds(5)) }

  @Test("an operation that ends in time gives its result and leaves no timer behind")
  func inTime() async throws {
    let result = try await withDeadline(deadline, clock: clock) { 7 }
    #expect(result == 7)
    #expect(clock.sleeperCount == 0)
  }

  @Test("an operation's error is passed on and leaves no timer behind")
  func failure() async throws {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await withDeadline(deadline, clock: clock) { throw Failure() }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("at the deadline the operation is cancelled and DeadlineExceeded thrown")
  func late() async throws {
    let cancelled = Gate()
    let call = Task { [clock, deadline] in
      try await withDeadline(deadline, clock: clock) {
        await untilCancelled()
        cancelled.open()
      }
    }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    await #expect(throws: DeadlineExceeded.self) { try await call.value }
    await cancelled.pass()
  }

  @Test("an operation that ignores cancellation does not delay the caller")
  func stubbornOperation() async throws {
    let gate = Gate()
    let call = Task { [clock, deadline] in
      try await withDeadline(deadline, clock: clock) { await gate.hold() }
    }
    await gate.arrived()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    await #expect(throws: DeadlineExceeded.self) { try await call.value }
    gate.open()
  }

  @Test("work that ended before its timer was made leaves no timer behind")
  func endedEarly() async throws {
    let call = AwaitedWork<Int>()
    let timer = Task { await untilCancelled() }
    let result = try await withCheckedThrowingContinuation { caller in
      call.begin(caller)
      call.end(.success(7))
      call.attach(work: Task {}, stopTimer: { timer.cancel() })
    }
    #expect(result == 7)
    #expect(timer.isCancelled)
  }

  @Test("a clock that cannot sleep fails the call, and its operation is cancelled")
  func brokenClock() async {
    struct BrokenClock: Clock {
      struct Failure: Error {}
      let now = ContinuousClock.now
      let minimumResolution = Duration.zero
      func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) throws { throw Failure() }
    }
    let clock = BrokenClock()
    let cancelled = Gate()
    await #expect(throws: BrokenClock.Failure.self) {
      try await withDeadline(clock.now + .seconds(1), clock: clock) {
        await untilCancelled()
        cancelled.open()
      }
    }
    await cancelled.pass()
  }

  @Test("an operation whose deadline has passed is not started")
  func alreadyPassed() async throws {
    let gate = Gate()
    await #expect(throws: DeadlineExceeded.self) {
      try await withDeadline(clock.now, clock: clock) { await gate.pass() }
    }
    #expect(gate.arrivals == 0)
  }

  @Test("cancelling the caller cancels the operation, which decides the outcome")
  func callerCancelled() async throws {
    let started = Gate()
    started.open()
    let call = Task { [clock, deadline] in
      try await withDeadline(deadline, clock: clock) {
        await started.pass()
        await untilCancelled()
        return "partial"
      }
    }
    await started.arrived()
    call.cancel()
    #expect(try await call.value == "partial")
  }

  @Test(
    "on the continuous clock, wrapped or not, it gives up in time and leaves no timer",
    arguments: [true, false])
  func continuous(isWrapped: Bool) async {
    let hang = { @Sendable () async throws in await untilCancelled() }
    await #expect(throws: DeadlineExceeded.self) {
      if isWrapped {
        let clock = AnyClock.continuous
        try await withDeadline(clock.now.advanced(by: .milliseconds(1)), clock: clock, operation: hang)
      } else {
        try await withDeadline(.now + .milliseconds(1), clock: .continuous, operation: hang)
      }
    }
  }
}
