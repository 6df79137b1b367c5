import Dispatch
import Foundation
import GRDB
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.timeLimit(.minutes(5))) struct ReadTests {
  @Test("files are closed while reads end, also where every thread for tasks waits for one")
  func closesOnEveryThread() async throws {
    let folder = try TemporaryFolder()
    let count = ProcessInfo.processInfo.activeProcessorCount
    let files = try (0..<count).map { number in
      let file = DatabaseFile(.cache, in: try StoreFolder(folder.url.appending(path: "\(number)")))
      try file.open()
      return file
    }
    let (reading, goesOn, closing) = (Counter(), DispatchSemaphore(value: 0), Counter())
    try await withThrowingTaskGroup { group in
      for file in files {
        let connection = try #require(try file.connection())
        group.addTask {
          try await connection.read { _ in
            reading.increment()
            goesOn.wait()
          }
        }
      }
      while reading.count < count, !Task.isCancelled { await giveWay() }
      // Not a task: there is no thread for one.
      let begun = Counter()
      Thread.detachNewThread {
        // With a limit: a task that never gets a thread must not keep those of the others.
        let limit = ContinuousClock.now + .seconds(240)
        while closing.count < count, .now < limit { sched_yield() }
        for _ in 0..<closing.count { begun.increment() }
        for _ in 0..<count { goesOn.signal() }
      }
      for file in files {
        group.addTask {
          closing.increment()
          try file.close()
        }
      }
      try await group.waitForAll()
      #expect(begun.count == count)
    }
  }

  @Test("a read whose task is cancelled ends in the middle of a statement, and its connection reads on")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let file = DatabaseFile(.cache, in: try StoreFolder(folder.url))
    try file.open()
    let connection = try #require(try file.connection())
    let reading = Counter()
    let task = Task {
      try await connection.read { db in
        reading.increment()
        // Without an end.
        return try db.firstRow(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        ) { $0.int64(0) }
      }
    }
    while reading.count == 0, !Task.isCancelled { await giveWay() }
    task.cancel()
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    #expect(error?.isInterruptionError == true)
    #expect(try await connection.read { try $0.firstRow("SELECT 7") { $0.int64(0) } } == 7)
    // Cancelled beforehand, it does not begin.
    await withThrowingTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try await connection.read { _ in _ = reading.increment() } }
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
    #expect(reading.count == 1)
    try file.close()
  }
}
