import Dispatch
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

/// What happens to actions when objects go away, queues stand still, tasks are cancelled and actions misbehave.
@Suite("Pacing at the edges", .timeLimit(.minutes(5)))
struct EndOfLifeTests {
  struct Failure: Error {}

  @Test("releasing a GCD debouncer cancels pending writes, at once, though the queue is suspended")
  func releaseWithSuspendedQueue() {
    let (queue, log) = (DispatchQueue(label: "edge"), Log<String>())
    queue.suspend()
    do {
      let debouncer = DispatchDebouncer(.seconds(60), queue: queue)
      debouncer {
        log.append("first ran")
      } onCancel: {
        log.append("first cancelled")
      }
      debouncer {
        log.append("second ran")
      } onCancel: {
        log.append("second cancelled")
      }
    }
    #expect(log.entries == ["first cancelled", "second cancelled"])
    queue.resume()
    queue.sync {}
    #expect(log.count == 2)
  }

  @Test("releasing an async throttler cancels pending writes and ends its timer")
  func releaseAsync() async {
    let (clock, log) = (ManualClock(), Log<String>())
    do {
      let throttler = Throttler(.seconds(1), clock: clock)
      throttler { log.append("ran") }
      throttler {
      } onCancel: {
        log.append("cancelled")
      }
      await clock.sleepers(atLeast: 1)
      await until { log.entries == ["ran"] }
    }
    #expect(log.entries == ["ran", "cancelled"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a debouncer may be released by its own action")
  func releaseDuringRun() {
    let (queue, alarm, log) = (DispatchQueue(label: "edge"), ManualAlarm(), Log<String>())
    let owner = Owner()
    owner.debouncer = DispatchDebouncer(.seconds(1), queue: queue, alarm: alarm)
    owner.debouncer?(action: {
      owner.debouncer?(action: {}, onCancel: { log.append("cancelled") })
      owner.debouncer = nil
      log.append("ran")
    })
    alarm.advance(to: Moment(nanoseconds: 5_000_000_000)) { queue.sync {} }
    #expect(log.entries == ["cancelled", "ran"])
    #expect(!alarm.isSet)
  }

  /// Ways in which a pacer releases an event.
  enum LettingGo: CaseIterable, Sendable { case run, replaced, withdrawn, closed, finished }

  @Test(
    "the last owner of a pacer may be an event that it holds, however it releases it",
    arguments: LettingGo.allCases)
  func releaseByEvent(way: LettingGo) {
    let (alarm, released) = (ManualAlarm(), Counter())
    // Keeps nothing, so that the pacer itself releases each event last.
    let pacer = Pacer<Unkeyed, DebounceMachine<ClosesWhenReleased>>(
      DebounceMachine(.seconds(1)), alarm: alarm, start: { _, _, _ in }, cancel: { _ in })
    pacer.submit(ClosesWhenReleased(pacer, released), for: Unkeyed())
    switch way {
    case .run: alarm.advance(to: Moment(nanoseconds: 1_000_000_000))
    case .replaced: pacer.submit(ClosesWhenReleased(pacer, released), for: Unkeyed())
    case .withdrawn: pacer.withdraw(Unkeyed())
    case .closed: pacer.close()
    case .finished: pacer.finish {}
    }
    // The event that replaces is taken in the same breath by the close of the first.
    #expect(released.count == (way == .replaced ? 2 : 1))
  }

  @Test("nothing of a pacer stays when its owner goes away, however busy it was")
  func noLeaks() async {
    let queue = DispatchQueue(label: "edge")
    var leaks: [@Sendable () -> Bool] = []
    func watch(_ object: some AnyObject & Sendable) {
      let box = WeakBox(object)
      leaks.append { box.isAlive }
    }
    do {
      let debouncer = Debouncer(.seconds(60))
      debouncer {}
      watch(debouncer.base)
      let throttler = Throttler(.seconds(60), keyedBy: Int.self)
      for key in 0..<3 { throttler(for: key) {} }
      watch(throttler.base)
      let dispatchDebouncer = DispatchDebouncer(.seconds(60), keyedBy: Int.self, queue: queue)
      dispatchDebouncer(for: 1) {}
      watch(dispatchDebouncer.base)
      let dispatchThrottler = DispatchThrottler(.seconds(60), queue: queue)
      for _ in 0..<3 { dispatchThrottler {} }
      watch(dispatchThrottler.base)
      let merger = TriggerMerger { _ in }
      merger.fire(.appeared)
      merger.fire(.button)
      watch(merger.pacer)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      let iterator = stream.debounced(for: .seconds(60)).makeAsyncIterator()
      if let iterator = iterator as? PacedSequence<AsyncStream<Int>, DebounceMachine<Int>>.Iterator {
        watch(iterator.pacer)
      }
    }
    #expect(leaks.count == 6)
    await until { !leaks.contains { $0() } }
  }

  @Test("a pending action that is cancelled does not run, and the throttler goes on")
  func cancelledAction() {
    let (queue, alarm, log) = (DispatchQueue(label: "edge"), ManualAlarm(), Log<String>())
    let throttler = DispatchThrottler(.seconds(1), queue: queue, alarm: alarm)
    throttler { log.append("first") }
    throttler {
      log.append("unexpected")
    } onCancel: {
      log.append("cancelled")
    }
    queue.sync {}
    throttler.cancel()
    #expect(log.entries == ["first", "cancelled"])
    throttler { log.append("next") }
    alarm.advance(to: Moment(nanoseconds: 1_000_000_000)) { queue.sync {} }
    #expect(log.entries == ["first", "cancelled", "next"])
  }

  @Test("actions and onCancel may submit again")
  func reentrancy() {
    let (queue, alarm, log) = (DispatchQueue(label: "edge"), ManualAlarm(), Log<String>())
    let throttler = DispatchThrottler(.seconds(1), queue: queue, alarm: alarm)
    throttler { throttler { log.append("from action") } }
    queue.sync {}
    throttler {
      log.append("newest")
      throttler(action: {}, onCancel: {})
    }
    #expect(throttler.base.pendingCount == 1)
    throttler {
      log.append("unexpected")
    } onCancel: {
      throttler { log.append("from onCancel") }
    }
    throttler { log.append("replaces") }
    alarm.advance(to: Moment(nanoseconds: 9_000_000_000)) { queue.sync {} }
    #expect(log.entries == ["from onCancel"])
  }

  @Test("actions and onCancel may submit again from many threads at once, and nothing is lost")
  func reentrancyFromThreads() async {
    let (ran, cancelled) = (Counter(), Counter())
    do {
      let throttler = DispatchThrottler(.milliseconds(20), queue: .global())
      @Sendable func submit(depth: Int) {
        throttler {
          if depth < 10 { submit(depth: depth + 1) }
          ran.increment()
        } onCancel: {
          if depth < 10 { submit(depth: depth + 1) }
          cancelled.increment()
        }
      }
      DispatchQueue.concurrentPerform(iterations: 64) { _ in submit(depth: 1) }
    }
    await until { ran.count + cancelled.count >= 640 }
    // None comes twice.
    for _ in 0..<100 { await giveWay() }
    #expect(ran.count + cancelled.count == 640)
    #expect(ran.count > 0 && cancelled.count > 0)
  }

  @Test("an action that never returns does not hold up later actions of the async form")
  func neverReturns() async {
    let (clock, gate, log) = (ManualClock(), Gate(), Log<Int>())
    let debouncer = Debouncer(.seconds(1), clock: clock)
    for id in 0..<2 {
      debouncer {
        log.append(id)
        await gate.hold()
      }
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      await until { log.count == id + 1 }
    }
    #expect(log.entries == [0, 1])
    gate.open()
  }

  @Test("run returns the operation's value, or throws its error, or CancellationError when it was left out")
  func run() async throws {
    let clock = ManualClock()
    let debouncer = Debouncer(.seconds(1), clock: clock)
    let first = Task { try await debouncer.run { 1 } }
    await until { debouncer.base.pendingCount == 1 }
    let second = Task { try await debouncer.run { 2 } }
    await #expect(throws: CancellationError.self) { try await first.value }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await second.value == 2)
    let third = Task { try await debouncer.run { throw Failure() } }
    await until { clock.nextDeadline == .seconds(2) }
    clock.advance(by: .seconds(1))
    await #expect(throws: Failure.self) { try await third.value }
  }

  @Test("cancelling a task that waits in run takes its operation back")
  func cancelledRun() async throws {
    let (clock, log) = (ManualClock(), Log<String>())
    let throttler = Throttler(.seconds(1), mode: .earliest, clock: clock)
    try await throttler.run {}
    let waiting = Task { try await throttler.run { log.append("cancelled one") } }
    await until { throttler.base.pendingCount == 1 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    throttler { log.append("next") }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await until { log.count == 1 }
    #expect(log.entries == ["next"])
  }

  @Test(
    "cancelling a task whose operation runs leaves the operation that waits behind it",
    arguments: [true, false])
  func cancelledBeforeAnother(isThrottled: Bool) async throws {
    let (clock, started) = (ManualClock(), Gate())
    let throttler = Throttler(.seconds(1), clock: clock)
    let debouncer = Debouncer(.seconds(1), leading: true, clock: clock)
    @Sendable func run(_ operation: @escaping @Sendable () async -> Int) async throws -> Int {
      isThrottled ? try await throttler.run(operation) : try await debouncer.run(operation)
    }
    let running = Task {
      try await run {
        started.open()
        await untilCancelled()
        return 1
      }
    }
    await started.pass()
    let waiting = Task { try await run { 2 } }
    await until { (isThrottled ? throttler.base.pendingCount : debouncer.base.pendingCount) == 1 }
    running.cancel()
    #expect(try await running.value == 1)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await waiting.value == 2)
  }

  @Test("a task that is cancelled before it runs something runs nothing")
  func cancelledBefore() async {
    let (throttler, log) = (Throttler(.seconds(1), clock: ManualClock()), Log<Int>())
    let task = Task {
      await untilCancelled()
      try await throttler.run { log.append(1) }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.count == 0 && throttler.base.activeKeys == 0)
  }

  @Test("cancelling a task whose operation runs cancels the operation")
  func cancelledWhileRunning() async throws {
    let started = Gate()
    started.open()
    let throttler = Throttler(.seconds(1), clock: ManualClock())
    let task = Task {
      try await throttler.run {
        await started.pass()
        await untilCancelled()
        return "told"
      }
    }
    await started.arrived()
    task.cancel()
    #expect(try await task.value == "told")
  }

  @Test(
    "intervals of zero and less pace nothing",
    arguments: [Duration.zero, .seconds(-3), .nanoseconds(Int64.min)])
  func noInterval(interval: Duration) {
    let trace = TraceEvent.parse("1@0 2@0 3@0.1")
    #expect(play(trace, into: DebounceMachine<Int>(interval)).runs == trace)
    #expect(play(trace, into: ThrottleMachine<Int>(interval: Interval(interval))).runs == trace)
    let (queue, alarm, ran) = (DispatchQueue(label: "edge"), ManualAlarm(), Log<Int>())
    let debouncer = DispatchDebouncer(interval, queue: queue, alarm: alarm)
    let throttler = DispatchThrottler(interval, queue: queue, alarm: alarm)
    for id in 0..<3 {
      debouncer { ran.append(id) }
      throttler { ran.append(id) }
    }
    queue.sync {}
    #expect(ran.entries == [0, 0, 1, 1, 2, 2])
    #expect(!alarm.isSet && debouncer.base.activeKeys == 0 && throttler.base.activeKeys == 0)
  }

  @Test("a longest wait of zero and less lets nothing wait", arguments: [Duration.zero, .seconds(-3)])
  func noMaxWait(maxWait: Duration) {
    let trace = TraceEvent.parse("1@0 2@0 3@0.1")
    let machine = DebounceMachine<Int>(.seconds(1), maxWait: maxWait)
    #expect(play(trace, into: machine).runs == trace)
  }

  @Test("huge intervals do not overflow", arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 2)])
  func hugeInterval(interval: Duration) async {
    let log = Log<String>()
    do {
      let debouncer = Debouncer(interval, maxWait: interval)
      let throttler = DispatchThrottler(interval, queue: .global())
      debouncer {
      } onCancel: {
        log.append("debounced")
      }
      throttler {}
      throttler {
      } onCancel: {
        log.append("throttled")
      }
    }
    #expect(Set(log.entries) == ["debounced", "throttled"])
  }

  @Test("a clock that jumps ahead runs what is due, one that jumps back does not stop the debouncer")
  func jumps() async {
    let (clock, log) = (ManualClock(), Log<Int>())
    let debouncer = Debouncer(.seconds(1), clock: clock)
    debouncer { log.append(1) }
    await until { clock.nextDeadline == .seconds(1) }
    clock.jump(by: .seconds(86_400))
    await until { log.count == 1 }
    debouncer { log.append(2) }
    await until { clock.nextDeadline == .seconds(86_401) }
    clock.jump(by: .seconds(-86_000))
    debouncer { log.append(3) }
    await until { clock.nextDeadline == .seconds(401) }
    clock.jump(by: .seconds(1))
    await until { log.count == 2 }
    #expect(log.entries == [1, 3])
  }

  @Test("maxWait runs an endless burst, and leading runs its first event")
  func options() {
    let machine = DebounceMachine<Int>(
      .seconds(1), leading: true, maxWait: .milliseconds(2_500))
    let result = play(TraceEvent.parse("1@0 2@0.5 3@1 4@1.5 5@2 6@2.5 7@3 8@3.5 9@9"), into: machine)
    #expect(result.runs == TraceEvent.parse("1@0 6@3 8@4.5 9@9"))
  }
}

/// An event that owns the pacer that holds it, and closes it when released, as every debouncer does.
private final class ClosesWhenReleased: Sendable {
  private let pacer: Pacer<Unkeyed, DebounceMachine<ClosesWhenReleased>>
  private let released: Counter

  init(_ pacer: Pacer<Unkeyed, DebounceMachine<ClosesWhenReleased>>, _ released: Counter) {
    (self.pacer, self.released) = (pacer, released)
  }

  deinit {
    released.increment()
    pacer.close()
  }
}

/// Holds a debouncer that actions can release.
private final class Owner: Sendable {
  private let box = Log<DispatchDebouncer<Unkeyed>?>()

  var debouncer: DispatchDebouncer<Unkeyed>? {
    get { box.entries.last ?? nil }
    set { box.replaceAll(with: newValue) }
  }
}
