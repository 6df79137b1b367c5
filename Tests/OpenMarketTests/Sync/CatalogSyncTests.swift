import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarket
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketMock

@Suite("Catalog sync", .timeLimit(.minutes(5)))
struct CatalogSyncTests {
  @Test("a run brings the whole market into the store, and the next finds nothing to do")
  func wholeMarket() async throws {
    let market = try Market(productCount: 2_345)
    var fractions: [Double] = []
    for try await progress in market.sync() { fractions.append(progress.fraction) }
    #expect(fractions == fractions.sorted() && fractions.last == 1)
    #expect(try await market.storedIDs() == market.mock.ids())
    let again = try await market.sync().run()
    #expect(again.requestCount == 1 && again.isFinished && again.addedCount == 0)
  }

  @Test("a market with the original's paging is stored whole in few requests, and what is gone there leaves")
  func originalPaging() async throws {
    let market = try Market(productCount: 2_345, original: true)
    let first = try await market.sync().run()
    #expect(first.isFinished && first.requestCount <= 8)
    #expect(try await market.storedIDs() == market.mock.ids())
    #expect(try await market.sync().run().requestCount == 1)
    market.mock.removeProducts([2_345, 700, 1])
    let full = try await market.sync(isFull: true).run()
    #expect(full.removedCount == 3)
    #expect(try await market.storedIDs() == market.mock.ids())
  }

  @Test("a response without a body ends nothing: what is stored stays, and the next run goes on")
  func noBody() async throws {
    let market = try Market(productCount: 1_500)
    var run = market.sync().makeAsyncIterator()
    _ = try await run.next()
    let empty = MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]))
    let broken = try MarketClient(
      server: #require(URL(string: "http://market.test")),
      transport: MockTransport(Responding(response: empty)))
    let error = await #expect(throws: HTTPError.self) {
      try await CatalogSync(client: broken, store: market.store).run()
    }
    #expect(error?.code == .invalidResponse)
    #expect(try await market.storedIDs().count == 100)
    try await market.sync().run()
    #expect(try await market.storedIDs() == market.mock.ids())
  }

  @Test(
    "a server that limits pages, denies the next one or counts wrongly is read whole",
    arguments: Liar.Lie.allCases)
  func liar(lie: Liar.Lie) async throws {
    let market = try Market(productCount: 1_500)
    let client = try MarketClient(
      server: #require(URL(string: "http://market.test")),
      transport: MockTransport(Liar(market: market.mock, lie: lie)))
    let progress = try await CatalogSync(client: client, store: market.store).run()
    #expect(progress.isFinished && progress.doneCount == 1_500)
    #expect(try await market.storedIDs() == market.mock.ids())
  }

  @Test("what a full run shows to be gone leaves the store, the newest and the oldest too")
  func removal() async throws {
    let market = try Market(productCount: 1_200)
    try await market.sync().run()
    market.mock.removeProducts([1_200, 700, 1])
    let progress = try await market.sync(isFull: true).run()
    #expect(progress.removedCount == 3)
    #expect(try await market.storedIDs() == market.mock.ids())
  }

  @Test("a busy server is given the time it asks for, after the client's own retries")
  func retryAfter() async throws {
    let clock = ManualClock()
    let market = try Market(productCount: 300) { configuration in
      configuration.clock = AnyClock(clock)
      configuration.maxAttempts = 1
      // Then nothing sleeps but the run.
      (configuration.attemptTimeout, configuration.totalTimeout) = (nil, nil)
    }
    market.mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .seconds(30)), on: .init(.get)))
    async let progress = market.sync().run()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(29))
    #expect(market.mock.requestLog.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await progress.isFinished)
  }

  @Test("a server that asks for an hour ends the run, with that delay in the error")
  func maintenance() async throws {
    let market = try Market(productCount: 300) { $0.maxAttempts = 1 }
    market.mock.addFault(Fault(.status(.serviceUnavailable, retryAfter: .seconds(3_600)), on: .init(.get)))
    let error = await #expect(throws: HTTPError.self) { try await market.sync().run() }
    #expect(error?.retryAfter == .seconds(3_600))
  }

  @Test("a failure is thrown, and the same run goes on when it is asked again")
  func failure() async throws {
    let market = try Market(productCount: 1_500) { $0.maxAttempts = 1 }
    var run = market.sync().makeAsyncIterator()
    _ = try await run.next()
    market.mock.addFault(Fault(.status(.internalServerError), on: .init(.get)))
    await #expect(throws: HTTPError.self) { try await run.next() }
    while try await run.next() != nil {}
    #expect(try await market.storedIDs() == market.mock.ids())
  }

  @Test("a cancelled run stops, and the next one continues it")
  func cancelling() async throws {
    let market = try Market(productCount: 1_500)
    let run = Task {
      for try await _ in market.sync() { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    let had = try await market.storedIDs().count
    #expect(had == 100)
    let rest = try await market.sync().run()
    #expect(rest.addedCount == 1_400)
  }

  @Test("a run that is killed with SIGKILL again and again reads nothing twice but the overlaps")
  func killing() async throws {
    // On a busy machine the first run may be over before it is killed: then once more.
    while try await !killed() { try Task.checkCancellation() }
  }

  /// - Returns: Whether any run was killed.
  private func killed() async throws -> Bool {
    let mock = MarketplaceMock { $0.productCount = 4_000 }
    let server = try await MockServer.start(handler: mock)
    let folder = try TemporaryFolder()
    var kills = 0
    while try await probe(server.url, folder.url, killedAfterLines: 4), kills < 60 { kills += 1 }
    try await server.stop()
    #expect(kills < 60)
    let store = try MarketStore(folder: folder.url)
    let stored = try await store.newest(limit: 10_000).map(\.id.rawValue)
    #expect(stored == (1...4_000).reversed())
    // Each start asks for one product and the top window again, and may have been killed before it saved.
    let served = mock.requestLog.compactMap { try? RequestTarget($0.target).query.value("items_per_page") }
      .compactMap { Int($0) }.reduce(0, +)
    #expect(served < 4_000 + (kills + 1) * (1 + 100 + 2 * 800), "\(served) served in \(kills) kills")
    return kills > 0
  }

  /// Runs the probe.
  /// - Returns: Whether it was killed.
  private func probe(_ server: URL, _ folder: URL, killedAfterLines limit: Int) async throws -> Bool {
    let process = Process()
    let output = Pipe()
    process.executableURL = try BuiltProgram("market-probe").url
    process.arguments = ["sync", server.absoluteString, folder.path, "400"]
    process.standardOutput = output
    let ended = AsyncStream<Process.TerminationReason> { continuation in
      process.terminationHandler = {
        continuation.yield($0.terminationReason)
        continuation.finish()
      }
    }
    try process.run()
    // A thread of its own: a task may wait for one until the probe has come to its end.
    Thread.detachNewThread {
      var lines = 0
      while lines < limit {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        lines += data.count { $0 == UInt8(ascii: "\n") }
      }
      // Not a wait for something: a random moment in the next step at which the process dies.
      usleep(UInt32.random(in: 0...4_000))
      kill(process.processIdentifier, SIGKILL)
    }
    var reason = Process.TerminationReason.exit
    for await end in ended { reason = end }
    return reason == .uncaughtSignal
  }
}

/// A server that has one response to everything.
private struct Responding: MockHandler {
  let response: MockResponse

  func handle(_ request: MockRequest) async -> MockResponse { response }
}

/// A market that is wrong about its pages.
struct Liar: MockHandler {
  enum Lie: CaseIterable {
    case refusesLargePages, deniesNextPage, countsNone, countsTooMany
  }

  let market: MarketplaceMock
  let lie: Lie

  func handle(_ request: MockRequest) async -> MockResponse {
    let size = request.head.path?.firstMatch(of: /items_per_page=(\d+)/).flatMap { Int($0.1) } ?? 0
    if lie == .refusesLargePages, size > 50 { return MockResponse(head: HTTPResponse(status: .badRequest)) }
    var response = await market.handle(request)
    let body = String(decoding: response.body, as: UTF8.self)
    let changed =
      switch lie {
      case .refusesLargePages: body
      case .deniesNextPage: body.replacing(#""hasNext":true"#, with: #""hasNext":false"#)
      case .countsNone: body.replacing(/"totalCount":\d+/, with: #""totalCount":0"#)
      case .countsTooMany: body.replacing(/"totalCount":\d+/, with: #""totalCount":100000"#)
      }
    response.body = Data(changed.utf8)
    return response
  }
}

/// A mock market in memory, a client and an empty store.
private struct Market {
  let mock: MarketplaceMock
  let client: MarketClient
  let store: MarketStore
  private let folder: TemporaryFolder

  init(
    productCount: Int, original: Bool = false,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws {
    mock = MarketplaceMock {
      $0.productCount = productCount
      $0.usesOriginalPaging = original
    }
    client = try MarketClient(
      server: #require(URL(string: "http://market.test")), transport: MockTransport(mock),
      configure: configure)
    folder = try TemporaryFolder()
    store = try MarketStore(folder: folder.url)
  }

  func sync(isFull: Bool = false) -> CatalogSync {
    CatalogSync(client: client, store: store, isFull: isFull)
  }

  func storedIDs() async throws -> [Int64] {
    try await store.newest(limit: 100_000).map(\.id.rawValue)
  }
}

extension MarketplaceMock {
  /// The numbers of all products, newest first.
  func ids() -> [Int64] {
    state.withLock { state in state.table.page(offset: 0, limit: .max, matching: nil).records.map(\.id) }
  }

  func removeProducts(_ ids: [Int64]) {
    state.withLock { state in for id in ids { _ = state.table.remove(id: id) } }
  }
}

extension CatalogSync {
  /// Runs to the end, and says where that was.
  @discardableResult
  func run() async throws -> SyncProgress {
    var latest: SyncProgress?
    for try await progress in self { latest = progress }
    return try #require(latest)
  }
}
