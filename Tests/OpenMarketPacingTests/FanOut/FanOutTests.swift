import OpenMarketPacing
import Synchronization
import Testing

@Suite("FanOut", .timeLimit(.minutes(5)))
struct FanOutTests {
  struct Failure: Error {}

  @Test("items come in the order of the queries, the first copy of an id wins, failures stand beside them")
  func merge() async throws {
    let slow = Gate()
    let outcome = try await FanOut().run(["a", "bad", "b"], id: { $0.last }) { query in
      switch query {
      case "a":
        await slow.pass()
        return ["a1", "a2"]
      case "b":
        slow.open()
        return ["b2", "b3"]
      default:
        throw Failure()
      }
    }
    #expect(outcome.items == ["a1", "a2", "b3"])
    #expect(outcome.failures.map(\.query) == ["bad"])
    #expect(outcome.failures.first?.error is Failure)
  }

  @Test("no more queries run at once than allowed, and progress counts them all", arguments: [-1, 1, 3, 50])
  func bound(maxConcurrent: Int) async throws {
    let running = Peak()
    var progress: [Int] = []
    _ = try await FanOut(maxConcurrent: maxConcurrent).run(
      Array(0..<20), id: \.self, progress: { progress.append($0) }
    ) { query in
      running.enter()
      await Task.yield()
      running.leave()
      return [query]
    }
    #expect(progress == Array(1...20))
    #expect((1...max(1, maxConcurrent)).contains(running.peak))
  }

  @Test("cancelling the caller cancels the queries in flight and starts no others")
  func cancellation() async throws {
    let started = Gate()
    started.open()
    let task = Task {
      try await FanOut(maxConcurrent: 2).run([1, 2, 3, 4], id: \.self) { query in
        await started.pass()
        await untilCancelled()
        return [query]
      }
    }
    await started.arrived(2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.arrivals == 2)
  }
}

/// The largest number of those inside at the same time.
private final class Peak: Sendable {
  private let state = Mutex((inside: 0, peak: 0))

  var peak: Int { state.withLock { $0.peak } }
  func enter() {
    state.withLock { state in
      state.inside += 1
      state.peak = max(state.peak, state.inside)
    }
  }
  func leave() { state.withLock { $0.inside -= 1 } }
}
