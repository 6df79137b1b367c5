import OpenMarketMock
import OpenMarketPacing
import Synchronization
import Testing

@testable import OpenMarket

/// Lifecycle calls that do not wait, as those of the system's notifications.
@Suite("The steps of a suspension", .timeLimit(.minutes(5)))
struct LifecycleTests {
  private let clock = ManualClock()
  private let log = StepLog()

  /// A lifecycle whose work goes on until it is cancelled or the clock is advanced by an hour, or with nothing to do.
  private func makeLifecycle(hasWork: Bool = true) -> Lifecycle {
    Lifecycle(
      clock: AnyClock(clock),
      Lifecycle.Steps(
        stop: {},
        windDown: { [clock] in if hasWork { try? await clock.sleep(for: .seconds(3_600)) } },
        suspend: { [log] in log.note("suspend") }, resume: { [log] in log.note("resume") },
        wake: { _ in }))
  }

  @Test("a suspension and a return that are wanted one right after the other end resumed")
  func order() async {
    let lifecycle = makeLifecycle()
    await withCheckedContinuation { (isResumed: CheckedContinuation<Void, Never>) in
      lifecycle.suspend(grace: .seconds(5)) { [log] in log.note("suspended, or not any more") }
      lifecycle.resume { isResumed.resume() }
    }
    #expect(log.entries == ["suspended, or not any more"])
    await lifecycle.close()
  }

  @Test("a return and a suspension that are wanted one right after the other end suspended")
  func reverseOrder() async {
    let lifecycle = makeLifecycle()
    await lifecycle.suspend(grace: .zero)
    await withCheckedContinuation { (isSuspended: CheckedContinuation<Void, Never>) in
      lifecycle.resume {}
      lifecycle.suspend(grace: .zero) { isSuspended.resume() }
    }
    #expect(log.entries.last == "suspend")
    await lifecycle.close()
  }

  @Test("the grace of a suspension can be ended as soon as the call has returned")
  func hurry() async {
    let lifecycle = makeLifecycle()
    await withCheckedContinuation { (isSuspended: CheckedContinuation<Void, Never>) in
      lifecycle.suspend(grace: .seconds(5)) { isSuspended.resume() }
      // The clock stands still: nothing else ends it.
      lifecycle.hurry()
    }
    #expect(log.entries == ["suspend"])
    await lifecycle.close()
  }

  @Test(
    "work in the background of an app that is in use does not suspend it at its end, of one launched for the work it does"
  )
  func use() async {
    let lifecycle = makeLifecycle(hasWork: false)
    await lifecycle.performBackgroundTask {}
    lifecycle.awaitUse()
    lifecycle.noteUse()
    await lifecycle.performBackgroundTask {}
    #expect(log.entries.isEmpty)
    lifecycle.awaitUse()
    await lifecycle.performBackgroundTask {}
    #expect(log.entries == ["suspend"])
    await lifecycle.close()
  }

  @Test("a market that nothing uses is suspended when the time runs out, and one in use or at work is not")
  func unused() async {
    let lifecycle = makeLifecycle(hasWork: false)
    lifecycle.suspendUnlessUsed()
    lifecycle.awaitUse()
    await lifecycle.performBackgroundTask {
      lifecycle.suspendUnlessUsed()
      #expect(log.entries.isEmpty)
    }
    await lifecycle.resume()
    lifecycle.awaitUse()
    await withCheckedContinuation { (isSuspended: CheckedContinuation<Void, Never>) in
      lifecycle.awaitUseOrSuspension { isSuspended.resume() }
      lifecycle.suspendUnlessUsed()
    }
    #expect(log.entries == ["suspend", "resume", "suspend"])
    await lifecycle.close()
  }

  @Test("who waits for use or suspension hears of an app that is opened, and of a market that is closed")
  func decision() async {
    for ending in 0..<3 {
      let lifecycle = makeLifecycle()
      lifecycle.awaitUse()
      lifecycle.awaitUseOrSuspension { [log] in log.note("\(ending)") }
      #expect(log.entries.count == ending)
      switch ending {
      case 0: lifecycle.noteUse()
      case 1: lifecycle.resume {}
      default: await lifecycle.close()
      }
      #expect(log.entries.count == ending + 1)
      await lifecycle.close()
    }
  }

  @Test("an app whose work at launch ends before it becomes active goes on by then")
  func activation() async {
    let lifecycle = makeLifecycle(hasWork: false)
    lifecycle.awaitUse()
    await lifecycle.performBackgroundTask {}
    lifecycle.noteUse()
    await lifecycle.performBackgroundTask {}
    #expect(log.entries == ["suspend", "resume"])
    await lifecycle.close()
  }

  @Test(
    "what work in the background leaves under way has a grace of five seconds, unless its task is cancelled",
    arguments: [false, true])
  func graceOfWork(isCancelled: Bool) async throws {
    let lifecycle = makeLifecycle()
    lifecycle.awaitUse()
    let work = Task { await lifecycle.performBackgroundTask {} }
    await clock.sleepers(atLeast: 2)
    #expect(log.entries.isEmpty && clock.nextDeadline == .seconds(5))
    if isCancelled { work.cancel() } else { clock.advance(by: .seconds(5)) }
    await work.value
    #expect(log.entries == ["suspend"])
    await lifecycle.close()
  }

  @Test("a suspended app is not in use, even if it becomes active")
  func noteUseWhileSuspended() async {
    let lifecycle = makeLifecycle(hasWork: false)
    await lifecycle.suspend(grace: .zero)
    lifecycle.noteUse()
    await lifecycle.performBackgroundTask {}
    #expect(log.entries == ["suspend", "resume", "suspend"])
    await lifecycle.close()
  }
}

/// The steps that were taken.
private final class StepLog: Sendable {
  private let steps = Mutex<[String]>([])
  var entries: [String] { steps.withLock { $0 } }
  func note(_ step: String) { steps.withLock { $0.append(step) } }
}
