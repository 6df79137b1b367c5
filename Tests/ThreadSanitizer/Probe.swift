import Dispatch
import Synchronization

/// `probe <means> right|wrong`: one right and one wrong use of each means of synchronisation that the package
/// rests on. The thread sanitizer must be silent about the right ones and report the wrong ones; only then do
/// its findings about the tests mean anything.
@main
struct Probe {
  static func main() async {
    guard CommandLine.arguments.count == 3, let play = means[CommandLine.arguments[1]] else {
      return print(means.keys.sorted().joined(separator: " "))
    }
    for _ in 0..<20 { await play(Shared(), CommandLine.arguments[2] == "right") }
  }

  static let means: [String: @Sendable (Shared, Bool) async -> Void] = [
    "mutex": { shared, isRight in
      shared.concurrently { side in
        for _ in 0..<20_000 {
          if isRight || side == 0 { shared.mutex.withLock { _ in shared.touch() } } else { shared.touch() }
        }
      }
    },
    "atomic": { shared, isRight in
      shared.concurrently { side in
        if side == 0 {
          shared.touch()
          shared.flag.store(true, ordering: .releasing)
        } else {
          while !(isRight ? shared.flag.load(ordering: .acquiring) : shared.flag.load(ordering: .relaxed)) {}
          shared.touch()
        }
      }
    },
    "queue": { shared, isRight in
      let queue = DispatchQueue(label: "probe")
      for _ in 0..<100 { queue.async { shared.touch() } }
      if isRight { queue.sync { shared.touch() } } else { shared.touch() }
      queue.sync {}
    },
    "timer": { shared, isRight in
      let (queue, rung) = (DispatchQueue(label: "probe"), DispatchSemaphore(value: 0))
      let source = DispatchSource.makeTimerSource(queue: queue)
      shared.touch()
      source.setEventHandler { @Sendable in
        shared.touch()
        rung.signal()
      }
      source.schedule(deadline: .now() + .milliseconds(1))
      source.activate()
      if !isRight { shared.touch() }
      shared.wait(for: rung)
      shared.touch()
      source.cancel()
    },
    "task": { shared, isRight in
      let (started, task) = shared.startTask()
      shared.wait(for: started)
      if isRight { await task.value }
      for _ in 0..<1_000 { shared.touch() }
      await task.value
    },
    "continuation": { shared, isRight in
      for _ in 0..<50 {
        let resumed = Shared()
        let handed = try? await withUnsafeThrowingContinuation {
          (continuation: UnsafeContinuation<Shared, any Error>) in
          DispatchQueue.global().async {
            let handed = Shared()
            handed.touch()
            continuation.resume(returning: handed)
            if !isRight { handed.touch() }
            resumed.flag.store(true, ordering: .relaxed)
          }
          // Before its task comes to wait.
          while !resumed.flag.load(ordering: .relaxed) {}
        }
        handed?.touch()
      }
    },
    "stream": { shared, isRight in
      let (stream, continuation) = AsyncStream.makeStream(of: Shared.self)
      let producer = Task.detached {
        for _ in 0..<1_000 {
          let item = Shared()
          item.touch()
          continuation.yield(item)
          if !isRight { shared.touch() }
        }
        continuation.finish()
      }
      for await item in stream {
        item.touch()
        if !isRight { shared.touch() }
      }
      await producer.value
    },
  ]
}

/// Unprotected memory, and what could protect it.
final class Shared: @unchecked Sendable {
  private var value = 0
  private let arrivals = Atomic(0)
  let mutex = Mutex(())
  let flag = Atomic(false)

  func touch() { value += 1 }

  /// Runs both sides at the same time. They meet with relaxed atomics, which put nothing in order.
  func concurrently(_ body: @Sendable (_ side: Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      arrivals.add(1, ordering: .relaxed)
      while arrivals.load(ordering: .relaxed) < 2 {}
      body(side)
    }
  }

  /// A task that writes for a while, and what it signals when it has begun.
  func startTask() -> (started: DispatchSemaphore, task: Task<Void, Never>) {
    let started = DispatchSemaphore(value: 0)
    let task = Task.detached {
      started.signal()
      for _ in 0..<1_000 { self.touch() }
    }
    return (started, task)
  }

  /// `wait()` itself may not be called from async code.
  func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
