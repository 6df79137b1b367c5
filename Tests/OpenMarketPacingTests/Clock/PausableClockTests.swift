import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketPacing

@Suite("PausableClock", .timeLimit(.minutes(5)))
struct PausableClockTests {
  private let base = ManualClock()
  private var clock: PausableClock { clocks.pausable }
  private let clocks: (pausable: PausableClock, erased: AnyClock)

  init() {
    let pausable = PausableClock(AnyClock(base))
    clocks = (pausable, AnyClock(pausable))
  }

  @Test("no time passes while it stands still, and all of it before and after")
  func reading() async {
    let start = clock.now
    base.advance(by: .seconds(3))
    await clock.pause()
    base.advance(by: .seconds(1_000))
    await clock.pause()
    #expect(start.duration(to: clock.now) == .seconds(3))
    clock.resume()
    #expect(start.duration(to: clock.now) == .seconds(3))
    clock.resume()
    base.advance(by: .seconds(2))
    await clock.pause()
    base.advance(by: .seconds(10))
    clock.resume()
    #expect(start.duration(to: clock.now) == .seconds(5))
  }

  @Test("sleepers leave the clock below while it stands still, and sleep on for the rest afterwards")
  func sleeping() async throws {
    let clock = clock
    let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(10)), tolerance: nil) }
    await base.sleepers(atLeast: 1)
    base.advance(by: .seconds(4))
    await clock.pause()
    #expect(base.sleeperCount == 0)
    let late = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
    base.advance(by: .seconds(1_000))
    #expect(base.sleeperCount == 0)
    clock.resume()
    await base.sleepers(atLeast: 2)
    #expect(base.nextDeadline == .seconds(1_005))
    base.advance(by: .seconds(1))
    try await late.value
    await until { base.nextDeadline == .seconds(1_010) }
    base.advance(by: .seconds(5))
    try await sleeper.value
  }

  @Test("calls that are scheduled on it come after the pause, and deadlines with them")
  func scheduled() async throws {
    let (calls, erased) = (Counter(), clocks.erased)
    _ = erased.schedule(at: erased.now.advanced(by: .seconds(30))) { calls.increment() }
    let gate = Gate()
    let bounded = Task {
      try await withDeadline(erased.now.advanced(by: .seconds(30)), clock: erased) { await gate.hold() }
    }
    await gate.arrived()
    await base.sleepers(atLeast: 1)
    await clock.pause()
    #expect(base.sleeperCount == 0)
    base.advance(by: .seconds(3_600))
    #expect(calls.count == 0)
    clock.resume()
    await base.sleepers(atLeast: 1)
    base.advance(by: .seconds(30))
    await until { calls.count == 1 }
    await #expect(throws: DeadlineExceeded.self) { try await bounded.value }
    gate.open()
  }

  @Test("a cancelled sleeper ends at once, also while the clock stands still")
  func cancellation() async {
    let clock = clock
    let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(10)), tolerance: nil) }
    await base.sleepers(atLeast: 1)
    await clock.pause()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    clock.resume()
    let other = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(10)), tolerance: nil) }
    await base.sleepers(atLeast: 1)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(base.sleeperCount == 0)
  }

  @Test("whoever pauses and resumes it meanwhile, every sleeper wakes", arguments: [UInt64](0..<10))
  func random(seed: UInt64) async throws {
    let (clock, base) = (clock, base)
    var random = SeededGenerator(seed: seed)
    let rests = (0..<40).map { _ in Int.random(in: 0..<50, using: &random) }
    let sleepers = rests.map { rest in
      Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(rest)), tolerance: nil) }
    }
    let (done, start) = (Counter(), clock.now)
    let waiting = Task {
      for sleeper in sleepers { try await sleeper.value }
      done.increment()
    }
    while done.count == 0, !Task.isCancelled {
      await clock.pause()
      #expect(base.sleeperCount == 0, "seed \(seed)")
      base.advance(by: .seconds(100))
      clock.resume()
      base.advance(by: .seconds(1))
      await giveWay()
    }
    try Task.checkCancellation()
    try await waiting.value
    #expect(start.duration(to: clock.now) >= .seconds(rests.max() ?? 0), "seed \(seed)")
  }
}
