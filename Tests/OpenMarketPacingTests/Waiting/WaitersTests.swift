import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketPacing

@Suite("Waiters", .timeLimit(.minutes(5)))
struct WaitersTests {
  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  @Test("what holds already is not waited for, not even by a cancelled task")
  func holdsAlready() async {
    let waiters = Waiters()
    let task = Task {
      await untilCancelled()
      await waiters.wait { true }
    }
    task.cancel()
    await task.value
    #expect(waiters.count == 0)
  }

  @Test("all tasks go on once it holds, and none before")
  func wakesAll() async {
    let (waiters, flag, passed) = (Waiters(), Flag(), Counter())
    let tasks = (0..<10).map { _ in
      Task {
        await waiters.wait { flag.isSet }
        passed.increment()
      }
    }
    await until { waiters.count == 10 }
    waiters.wakeAll()
    await until { waiters.count == 10 }
    #expect(passed.count == 0)
    flag.set()
    waiters.wakeAll()
    for task in tasks { await task.value }
    #expect(passed.count == 10 && waiters.count == 0)
  }

  @Test("a cancelled task goes on alone, whether it waits already or has yet to")
  func cancellation() async {
    let (waiters, flag) = (Waiters(), Flag())
    let stays = Task { await waiters.wait { flag.isSet } }
    let waits = Task { await waiters.wait { flag.isSet } }
    await until { waiters.count == 2 }
    waits.cancel()
    await waits.value
    let comesLate = Task {
      await untilCancelled()
      await waiters.wait { flag.isSet }
    }
    comesLate.cancel()
    await comesLate.value
    #expect(waiters.count == 1)
    flag.set()
    waiters.wakeAll()
    await stays.value
  }

  @Test("a change between the look and the sleep is not missed")
  func changeWhileLooking() async {
    let (waiters, flag, looks) = (Waiters(), Flag(), Counter())
    await waiters.wait {
      defer {
        looks.increment()
        // As another thread would, after the state was read and before the task sleeps.
        if looks.count == 2 {
          flag.set()
          waiters.wakeAll()
        }
      }
      return flag.isSet
    }
    #expect(looks.count == 3 && waiters.count == 0)
  }

  @Test("nobody is left behind, whoever changes and cancels meanwhile", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) async {
    let waiters = Waiters()
    let level = Counter()
    await withTaskGroup { group in
      for index in 0..<64 {
        var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(index))
        // Half of the tasks raise the level, which the other half wait for; a quarter of these are cancelled.
        let steps = (0..<50).map { _ in Int.random(in: 0..<8, using: &random) }
        group.addTask {
          guard index.isMultiple(of: 2) else {
            for step in steps {
              if step < 2 { await Task.yield() }
              level.increment()
              waiters.wakeAll()
            }
            return
          }
          for (goal, step) in zip(stride(from: 0, to: 1_600, by: 32), steps) {
            let wait = Task { await waiters.wait { level.count >= goal } }
            if step < 2 { wait.cancel() }
            await wait.value
            if step >= 2 { #expect(level.count >= goal, "seed \(seed)") }
          }
        }
      }
    }
    #expect(waiters.count == 0, "seed \(seed)")
  }
}
