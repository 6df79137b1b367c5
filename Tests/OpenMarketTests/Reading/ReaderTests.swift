import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Reader", .timeLimit(.minutes(5)))
struct ReaderTests {
  @Test("a stored value responses while the network is a black hole, without time passing")
  func blackHole() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 3600)
      $0.server = .hangs
    }
    let response = try await bench.read(.cacheFirst)
    #expect(response.value == "old")
    #expect(!response.isFromServer)
    #expect(response.isStale)
    #expect(bench.clock.elapsed == .zero)
    await bench.requests(atLeast: 1)
    await bench.background.close()
    #expect(bench.state.withLock { $0.cancelled } == 1)
  }

  @Test("reads of something stale, however many, refresh it once")
  func oneRefresh() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 3600)
      $0.server = .hangs
    }
    for _ in 0..<100 { _ = try await bench.read(.cacheFirst) }
    await bench.requests(atLeast: 1)
    #expect(bench.background.count == 1)
    #expect(bench.state.withLock { $0.requests } == 1)
    bench.release("new")
    await bench.background.drain()
    #expect(bench.state.withLock { $0.saved } == ["new"])
    _ = try await bench.read(.cacheFirst)
    await bench.requests(atLeast: 2)  // Once a refresh has ended the next one may begin.
    await bench.background.close()
  }

  @Test("something fresh asks nobody")
  func fresh() async throws {
    let bench = ReadBench { $0.stored = ("old", 59) }
    let response = try await bench.read(.cacheFirst)
    #expect(!response.isStale)
    #expect(bench.background.count == 0)
    #expect(bench.state.withLock { $0.requests } == 0)
  }

  @Test("networkFirst responses from the store at its own time limit, and stores the late response")
  func fallsBackInTime() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 10)
      $0.server = .hangs
    }
    async let reading = bench.read(.networkFirst)
    await bench.requests(atLeast: 1)
    await bench.clock.sleepers(atLeast: 1)
    #expect(bench.clock.nextDeadline == .seconds(3))
    bench.clock.advance(by: .seconds(3))
    let response = try await reading
    #expect(response.value == "old")
    #expect(!response.isStale)
    guard case .late(.seconds(3)) = response.details.network else {
      Issue.record("\(response.explanation)")
      return
    }
    bench.release("new")
    await bench.background.drain()
    #expect(bench.state.withLock { $0.saved } == ["new"])
  }

  @Test("networkFirst with nothing stored waits on beyond its time limit")
  func waitsOn() async throws {
    let bench = ReadBench { $0.server = .hangs }
    async let reading = bench.read(.networkFirst)
    await bench.requests(atLeast: 1)
    await bench.clock.sleepers(atLeast: 1)
    bench.clock.advance(by: .seconds(10))
    bench.release("new")
    let response = try await reading
    #expect(response.value == "new")
    #expect(response.isFromServer)
    #expect(response.details.networkTime == .seconds(10))
  }

  @Test(
    "networkFirst falls back on failures that say nothing, and reports refusals",
    arguments: [
      (HTTPError.Code.unreachable, true), (.connectionLost, true), (.timedOut, true), (.rateLimited, true),
      (.serverFailure, true), (.invalidResponse, true), (.unexpectedStatus, true), (.notFound, false),
      (.invalidInput, false), (.unauthorized, false), (.forbidden, false), (.conflict, false),
    ] as [(HTTPError.Code, Bool)])
  func fallback(code: HTTPError.Code, fallsBack: Bool) async throws {
    let bench = ReadBench {
      $0.stored = ("old", 10)
      $0.server = .fails(code)
    }
    if fallsBack {
      #expect(try await bench.read(.networkFirst).value == "old")
    } else {
      let error = await #expect(throws: HTTPError.self) { try await bench.read(.networkFirst) }
      #expect(error?.code == code)
    }
  }

  @Test(
    "a read that is cancelled is no failure of the store", arguments: [ReadPolicy.cacheOnly, .cacheFirst])
  func cancelledRead(policy: ReadPolicy) async throws {
    let bench = ReadBench { $0.storeError = CancellationError() }
    await #expect(throws: CancellationError.self) { try await bench.read(policy) }
    #expect(bench.events.count == 0 && bench.state.withLock { $0.requests } == 0)
  }

  @Test("a broken store leaves network reads alone and tells the listeners", arguments: ReadPolicy.allCases)
  func brokenStore(policy: ReadPolicy) async throws {
    let bench = ReadBench { $0.storeError = StoreError(.damaged, "as told") }
    var events = bench.events.stream().makeAsyncIterator()
    if policy == .cacheOnly {
      let error = await #expect(throws: StoreError.self) { try await bench.read(.cacheOnly) }
      #expect(error?.code == .damaged)
    } else {
      #expect(try await bench.read(policy).value == "new")
    }
    guard policy == .cacheFirst || policy == .cacheOnly else { return }
    guard let event = await events.next(), let error = event.error as? StoreError else {
      Issue.record("no event of the broken store")
      return
    }
    #expect(error.code == .damaged)
  }

  @Test("with nothing stored and no server, the server's error is thrown", arguments: [true, false])
  func bothFail(storeIsBroken: Bool) async throws {
    let bench = ReadBench {
      $0.storeError = storeIsBroken ? StoreError(.damaged, "as told") : nil
      $0.server = .fails(.unreachable)
    }
    for policy in [ReadPolicy.cacheFirst, .networkFirst, .networkOnly] {
      let error = await #expect(throws: HTTPError.self) {
        try await bench.read(policy)
      }
      #expect(error?.code == .unreachable)
    }
  }

  @Test("cacheOnly with nothing stored says so and sends nothing")
  func nothingStored() async throws {
    let bench = ReadBench()
    let error = await #expect(throws: StoreError.self) { try await bench.read(.cacheOnly) }
    #expect(error?.code == .notStored)
    #expect(bench.state.withLock { $0.requests } == 0)
  }

  @Test("a part waits for the whole, and responses when that does not come")
  func part() async throws {
    let bench = ReadBench {
      $0.stored = ("part", 1)
      $0.isComplete = false
    }
    #expect(try await bench.read(.cacheFirst).value == "new")
    bench.state.withLock { $0.server = .fails(.unreachable) }
    let response = try await bench.read(.cacheFirst)
    #expect(response.value == "part")
    #expect(response.isStale)
  }

  @Test("identical reads in flight are one request", arguments: [ReadPolicy.networkOnly, .networkFirst])
  func singleFlight(policy: ReadPolicy) async throws {
    let bench = ReadBench { $0.server = .hangs }
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await bench.read(policy).value } }
      await bench.waiters(50)
      await bench.requests(atLeast: 1)
      bench.release("new")
      for try await value in group { #expect(value == "new") }
    }
    #expect(bench.state.withLock { $0.requests } == 1)
    #expect(bench.state.withLock { $0.saved } == ["new"])
  }

  @Test(
    "a caller who gives up ends the request that only they asked",
    arguments: [ReadPolicy.networkOnly, .networkFirst, .cacheFirst])
  func cancellation(policy: ReadPolicy) async throws {
    let bench = ReadBench { $0.server = .hangs }
    let reading = Task { try await bench.read(policy) }
    await bench.requests(atLeast: 1)
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    await bench.background.drain()
    #expect(bench.state.withLock { $0.cancelled } == 1)
  }

  @Test("a failed refresh is an event, not an error")
  func failedRefresh() async throws {
    let bench = ReadBench {
      $0.stored = ("old", 3600)
      $0.server = .fails(.serverFailure)
    }
    var events = bench.events.stream().makeAsyncIterator()
    #expect(try await bench.read(.cacheFirst).value == "old")
    guard let event = await events.next(), let error = event.error as? HTTPError else {
      Issue.record("no event of the failed refresh")
      return
    }
    #expect(event.kind == .refreshFailed && error.code == .serverFailure)
  }

  @Test("after closing, reads throw and nothing begins")
  func closed() async throws {
    let bench = ReadBench { $0.stored = ("old", 3600) }
    await bench.background.close()
    let error = await #expect(throws: StoreError.self) { try await bench.read(.cacheFirst) }
    #expect(error?.code == .closed)
    #expect(bench.state.withLock { $0.requests } == 0)
  }

  @Test("closing ends a read that waits for the server")
  func closingWhileReading() async throws {
    let bench = ReadBench { $0.server = .hangs }
    let reading = Task { try await bench.read(.networkFirst) }
    await bench.requests(atLeast: 1)
    await bench.background.close()
    let error = await #expect(throws: StoreError.self) { try await reading.value }
    #expect(error?.code == .closed)
  }

  @Test("what was stored at a time yet to come is stale, and too old for any age limit")
  func clockSetBack() async throws {
    let bench = ReadBench { $0.stored = ("old", -3600) }
    let response = try await bench.read(.cacheOnly)
    #expect(response.isStale)
    let error = await #expect(throws: StoreError.self) {
      try await bench.read(.cacheOnly, ReadOptions(maxAge: .seconds(1_000_000)))
    }
    #expect(error?.code == .notStored)
  }

  @Test("the explanation says what was stored, what the server did, and how long it took")
  func explanations() async throws {
    let bench = ReadBench { $0.stored = ("old", 12) }
    let stored = "stored 12.0 s ago (fresh for 60.0 s), in 0.0 ms"
    #expect(
      try await bench.read(.cacheFirst).explanation
        == "cacheFirst: \(stored); the server was not asked, as what is stored is fresh")
    #expect(
      try await bench.read(.cacheOnly).explanation
        == "cacheOnly: \(stored); the server was not asked, as the policy does not allow it")
    #expect(
      try await bench.read(.networkOnly).explanation
        == "networkOnly: the store was not asked; the server responded, in 0.0 ms")
    #expect(
      try await bench.read(.cacheFirst, ReadOptions(staleTime: .seconds(5))).explanation
        == "cacheFirst: stored 12.0 s ago (fresh for 5.0 s), in 0.0 ms; "
        + "the server is being asked in the background")
    bench.state.withLock { $0.server = .fails(.unreachable) }
    #expect(
      try await bench.read(.networkFirst).explanation
        == "networkFirst: \(stored); the server did not respond: as told, in 0.0 ms")
  }
}
