import Dispatch
import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

/// A task has a lock of its own, which is held while it is resumed, and while its cancellation handlers run: who resumes it
/// under a lock that a handler takes, too, waits for ever. Here both happen at the same time.
@Suite("Tasks that are resumed and cancelled at once", .timeLimit(.minutes(2)))
struct ResumingTests {
  private let ended = Counter()

  /// Cancels `task` on a thread of its own, and returns when its handlers run, or soon will.
  private func cancel(_ task: Task<Void, Never>) {
    Thread.detachNewThread {
      task.cancel()
      ended.increment()
    }
    while !task.isCancelled { sched_yield() }
    for _ in 0..<1_000 { sched_yield() }
  }

  /// Starts a consumer, and returns when it waits for its first element, or soon will.
  private func consumer(
    onCancel: @escaping @Sendable () -> Void = {}, _ consume: @escaping @Sendable () async -> Void
  ) async -> Task<Void, Never> {
    let begun = Counter()
    let task = Task {
      await withTaskCancellationHandler {
        begun.increment()
        await consume()
      } onCancel: {
        onCancel()
      }
      ended.increment()
    }
    await until { begun.count == 1 }
    for _ in 0..<100 { await giveWay() }
    return task
  }

  @Test("a broadcast sends while a listener is cancelled, whose handler sends, too")
  func broadcast() async {
    let broadcast = Broadcast<UInt64>(patience: 10)
    let stream = broadcast.stream()
    let listener = await consumer(onCancel: { broadcast.send { number, _ in number } }) {
      for await _ in stream {}
    }
    Thread.detachNewThread {
      broadcast.send { number, _ in
        cancel(listener)
        return number
      }
      ended.increment()
    }
    await until { ended.count == 3 }
  }

  @Test("a paced sequence gives out an element while its consumer is cancelled")
  func pacedSequence() async {
    let (source, stops) = (CountingSource(Int.self), Counter())
    let listener = Latest<Task<Void, Never>>()
    // The clock is read under the lock of the sequence's pacer.
    let clock = WatchedClock {
      guard let task = listener.value, stops.increment() == 1 else { return }
      cancel(task)
    }
    let sequence = source.debounced(for: .zero, clock: clock)
    listener.value = await consumer { for await _ in sequence {} }
    source.send(1)
    await until { ended.count == 2 }
  }
}

/// A value that is set later.
private final class Latest<Value: Sendable>: Sendable {
  private let log = Log<Value>()
  var value: Value? {
    get { log.entries.last }
    set { if let newValue { log.append(newValue) } }
  }
}

/// A clock that calls a closure whenever it is read.
private struct WatchedClock: Clock {
  let base = ManualClock()
  let onRead: @Sendable () -> Void

  init(onRead: @escaping @Sendable () -> Void) { self.onRead = onRead }

  var now: ManualClock.Instant {
    onRead()
    return base.now
  }
  var minimumResolution: Duration { base.minimumResolution }
  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
