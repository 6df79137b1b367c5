import OpenMarketPacing
import Synchronization
import Testing

@Suite("FanOut", .timeLimit(.minutes(5)))
struct FanOutTests {
  struct Failure: Error {}

  @Test("results come in the order of the elements, failures among them")
  func order() async throws {
    let slow = Gate()
    let results = try await ["a", "bad", "b"].fanOut(maxConcurrent: 4) { element in
      switch element {
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
    #expect(results.map { try? $0.get() } == [["a1", "a2"], nil, ["b2", "b3"]])
    #expect(throws: Failure.self) { try results[1].get() }
  }

  @Test("no more run at once than allowed, and progress counts them all", arguments: [-1, 1, 3, 50])
  func bound(maxConcurrent: Int) async throws {
    let running = Peak()
    var progress: [Int] = []
    _ = try await Array(0..<20).fanOut(maxConcurrent: maxConcurrent, progress: { progress.append($0) }) { _ in
      running.enter()
      await Task.yield()
      running.leave()
    }
    #expect(progress == Array(1...20))
    #expect((1...max(1, maxConcurrent)).contains(running.peak))
  }

  @Test("cancelling the caller cancels those in flight and starts no others")
  func cancellation() async throws {
    let started = Gate()
    started.open()
    let task = Task {
      try await [1, 2, 3, 4].fanOut(maxConcurrent: 2) { _ in
        await started.pass()
        await untilCancelled()
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
