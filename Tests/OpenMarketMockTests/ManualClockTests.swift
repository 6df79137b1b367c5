import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock

/// Waiting for those who sleep on a clock that stands still.
@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
  @Test("a wait for sleepers ends when enough sleep", arguments: [1, 3])
  func enough(count: Int) async throws {
    let clock = ManualClock()
    let waiting = Task { await clock.sleepers(atLeast: count) }
    let sleepers = (0..<count).map { _ in
      Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
    }
    await waiting.value
    clock.advance(by: .seconds(1))
    for sleeper in sleepers { try await sleeper.value }
  }

  @Test("a wait for sleepers that never come ends when its task is cancelled", arguments: [false, true])
  func cancelled(before: Bool) async {
    let clock = ManualClock()
    let waiting = Task {
      while before, !Task.isCancelled { await giveWay() }
      await clock.sleepers(atLeast: 1)
    }
    while !before, clock.watcherCount == 0 { await giveWay() }
    waiting.cancel()
    await waiting.value
  }
}
