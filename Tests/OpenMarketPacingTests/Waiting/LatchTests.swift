import OpenMarketTestSupport
import Testing

@testable import OpenMarketPacing

@Suite("Latch", .timeLimit(.minutes(5)))
struct LatchTests {
  private struct Failure: Error {}

  private let latch = Latch()

  @Test("closing cancels what runs behind it, which has no result then")
  func closing() async throws {
    let (latch, gate) = (latch, Gate())
    let task = Task {
      try await latch.run {
        await gate.pass()
        try Task.checkCancellation()
      }
    }
    await gate.arrived()
    #expect(latch.close())
    await latch.drain()
    #expect(try await task.value == nil)
  }

  @Test("nothing begins behind a closed one")
  func closed() async throws {
    let (latch, runs) = (latch, Counter())
    latch.close()
    let task = Task { try await latch.run { runs.increment() } }
    await giveWay()
    await latch.drain()
    #expect(runs.count == 0)
    latch.open()
    #expect(try await task.value == 1)
  }

  @Test("draining does not wait for what began after it was opened again")
  func reopened() async throws {
    let (latch, gate) = (latch, Gate())
    latch.close()
    latch.open()
    let task = Task { try await latch.run { await gate.pass() } }
    await gate.arrived()
    await latch.drain()
    gate.open()
    #expect(try await task.value != nil)
  }

  @Test("an error without a closing is thrown, and so is that of a cancelled caller")
  func errors() async throws {
    let (latch, gate) = (latch, Gate())
    await #expect(throws: Failure.self) { try await latch.run { throw Failure() } }
    let task = Task {
      try await latch.run {
        await gate.pass()
        try Task.checkCancellation()
      }
    }
    await gate.arrived()
    task.cancel()
    latch.close()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("what closing and opening note is noted once for each change")
  func notes() {
    var notes: [String] = []
    for _ in 0..<2 { latch.close { notes.append("closed") } }
    for _ in 0..<2 { latch.open { notes.append("open") } }
    #expect(notes == ["closed", "open"])
  }
}
