import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market sync` through the real executable against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct SyncTests {
  private let mock = MarketplaceMock { $0.productCount = 3000 }
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument.ofRepository() }

  /// How many of the products `ids` the server was asked for again by requests from number `first` on.
  ///
  /// The list is that of the numbers from 3000 down.
  private func refetchedCount(of ids: some Sequence<Int>, since first: Int) -> Int {
    let positions = Set(ids.map { 3000 - $0 })
    return mock.requestLog.dropFirst(first).reduce(0) { count, request in
      let query = URLComponents(string: request.target)?.queryItems ?? []
      func number(_ name: String) -> Int { query.first { $0.name == name }?.value.flatMap(Int.init) ?? 0 }
      let (page, size) = (number("page_no"), number("items_per_page"))
      return count + ((page - 1) * size..<page * size).count { positions.contains($0) }
    }
  }

  /// What is stored; nothing counts as no failure.
  private func ids(_ device: SyncedDevice) async throws -> [Int] {
    let outcome = try await device.run("list", "--offline", "--all", "--json")
    #expect(outcome.status == 0 || outcome.status == 66, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").compactMap { line in
      try JSONValue(json: Data(line.utf8))["id"]?.number.map { Int($0) }
    }
  }

  @Test("sync stores everything in the fewest requests, and once more costs one")
  func whole() async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let first = try await device.run("sync", "--page-size", "1000")
    #expect(first.status == 0 && first.output.hasPrefix("3000 products are stored: 3000 new ("), "\(first)")
    #expect(mock.requestLog.count <= 6)
    let again = try #require(try await device.json("sync").first)
    try await server.stop()
    #expect(again["requests"]?.number == 1 && again["added"]?.number == 0)
    #expect(again["finished"] == .bool(true) && again["total"]?.number == 3000)
    #expect(try document.violations(of: again, againstFile: "json/cli-sync.schema.json") == [])
    #expect(try await ids(device) == (1...3000).reversed())
  }

  @Test("a market with the original's paging is synced and listed like any other")
  func originalPaging() async throws {
    let original = MarketplaceMock {
      $0.productCount = 1_234
      $0.usesOriginalPaging = true
    }
    let server = try await MockServer.start(handler: original)
    let device = try SyncedDevice(server: server.url)
    let all = try await device.json("list", "--all", "--size", "10", "--online").compactMap {
      $0["id"]?.integer
    }
    let requests = original.requestLog.count
    let first = try await device.run("sync", "--page-size", "100")
    let again = try #require(try await device.json("sync").first)
    let page = try await device.run("list", "--page", "3", "--size", "20", "--json", "--online")
    let beyond = try await device.run("list", "--page", "63", "--size", "20", "--online")
    let conformance = try await device.run("conformance")
    try await server.stop()

    #expect(all == (1...1_234).reversed() && requests <= 10, "\(requests) requests")
    let third = try JSONValue(json: Data(page.output.utf8))
    #expect(third["products"]?.elements.compactMap { $0["id"]?.integer } == (1_175...1_194).reversed())
    #expect(third["lastPage"]?.integer == 62 && third["hasNext"] == .bool(true))
    #expect(beyond.status == 0 && beyond.errors.contains("no products here"), "\(beyond)")
    #expect(first.status == 0 && first.output.hasPrefix("1234 products are stored: 1234 new ("), "\(first)")
    #expect(again["requests"]?.number == 1 && again["added"]?.number == 0)
    #expect(try await ids(device) == (1...1_234).reversed())
    #expect(conformance.status == 0 && conformance.output.contains("as the original's"), "\(conformance)")
  }

  @Test("killed at any time it goes on where it was, and fetches nothing twice that it has")
  func killed() async throws {
    let held = HeldMarket(mock)
    let server = try await MockServer.start(handler: held)
    let device = try SyncedDevice(server: server.url)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var (runs, stored) = (0, [Int]())
    while stored.count < 3000, runs < 40 {
      let started = mock.requestLog.count
      let process = try device.start(["sync", "--page-size", "100"]) { held.giveUp() }
      // Killed while it waits for a response, or soon after it has come, so at any stage of saving.
      await held.held(after: Int.random(in: 0...6, using: &random))
      if Bool.random(using: &random) { held.release() }
      await process.end()
      held.release()
      // The top window, and the one that overlaps what is there.
      #expect(refetchedCount(of: stored, since: started) <= 100 + 200, "seed \(seed), run \(runs)")
      let before = stored
      stored = try await ids(device)
      #expect(Set(stored).isSuperset(of: before), "seed \(seed), run \(runs)")
      runs += 1
    }
    held.open()
    #expect(runs > 2, "seed \(seed)")
    let last = try await device.run("sync")
    try await server.stop()
    #expect(last.status == 0, "seed \(seed): \(last.errors)")
    #expect(try await ids(device) == (1...3000).reversed(), "seed \(seed)")
  }

  @Test(
    "a signal ends it cleanly: what has come is kept, and the end says how to go on",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalled(signal: Int32) async throws {
    let held = HeldMarket(mock)
    let server = try await MockServer.start(handler: held)
    let device = try SyncedDevice(server: server.url)
    let program = try ProgramAtTerminal(
      device.market, ["sync", "--page-size", "100"], environment: device.environment)
    await held.held(after: 3)
    try await program.drawn("/3000")
    program.signal(signal)
    try await program.drawn("market: stopped at ")
    try await program.drawn(" of 3000 products")
    #expect(try await program.status() == 128 + signal)
    held.open()
    #expect(try program.output.isEmpty)
    let stored = try await device.json("store", "info").first?["products"]?.number ?? 0
    #expect((100...1000).contains(stored))
    let rest = try #require(try await device.json("sync").first)
    try await server.stop()
    #expect(rest["added"]?.number == 3000 - stored)
  }

  @Test("a failure on the way is an exit code, and what has come is kept")
  func failure() async throws {
    let held = HeldMarket(mock)
    let server = try await MockServer.start(handler: held)
    let device = try SyncedDevice(server: server.url)
    let process = try device.start(["sync", "--page-size", "100", "--json"])
    await held.held(after: 2)
    mock.addFault(Fault(.status(.internalServerError), times: 1000))
    held.open()
    let outcome = try await process.outcome()
    #expect(outcome.status == 75, "\(outcome.errors)")
    let report = try JSONValue(json: Data(outcome.output.utf8))
    #expect(report["finished"] == .bool(false) && report["error"]?["code"]?.string == "serverFailure")
    #expect(report["done"]?.number ?? 0 >= 100)
    #expect(try document.violations(of: report, againstFile: "json/cli-sync.schema.json") == [])
    mock.removeFaults()
    #expect(try await device.run("sync").status == 0)
    try await server.stop()
    #expect(try await ids(device).count == 3000)
  }

  @Test("patience is granted to a server that asks for it, and told once")
  func patience() async throws {
    mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .seconds(1)), times: 5))
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let outcome = try await device.run("sync", "--page-size", "1000")
    try await server.stop()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let note = /market: the server is busy: it is asked again in [12](\.\d)? s\n/
    #expect(outcome.errors.wholeMatch(of: note) != nil, "\(outcome.errors)")
  }

  @Test("a market without products is synced, and its list is empty, not missing")
  func emptyMarket() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 0 })
    let device = try SyncedDevice(server: server.url)
    #expect(try await device.run("sync").status == 0)
    try await server.stop()
    for all in [[], ["--all"]] {
      let outcome = try await device.run(["list", "--offline", "--json"] + all)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("--rate keeps requests apart")
  func rate() async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    let report = try #require(try await device.json("sync", "--page-size", "1000", "--rate", "2").first)
    try await server.stop()
    let (requests, seconds) = (report["requests"]?.number ?? 0, report["seconds"]?.number ?? 0)
    #expect(requests >= 4 && seconds >= (requests - 1) / 2 - 0.1, "\(report)")
  }

  @Test("--full notices what was edited or deleted since")
  func full() async throws {
    let server = try await MockServer.start(handler: mock)
    let device = try SyncedDevice(server: server.url)
    #expect(try await device.run("sync").status == 0)
    try await server.stop()
    let smaller = MarketplaceMock {
      $0.productCount = 3000; $0.seed = 8
    }
    // At the same address: the store is that of one server.
    var configuration = MockServer.Configuration()
    configuration.port = server.url.port ?? 0
    let other = try await MockServer.start(handler: smaller, configuration: configuration)
    let full = try await device.run("sync", "--full", "--json")
    try await other.stop()
    let report = try JSONValue(json: Data(full.output.utf8))
    #expect(report["changed"]?.number ?? 0 > 2000, "\(full)")
  }

  @Test(
    "numbers out of range are refused",
    arguments: [["--page-size", "99"], ["--page-size", "1001"], ["--rate", "0"], ["--rate", "1001"]])
  func refused(options: [String]) async throws {
    let device = try SyncedDevice(server: try #require(URL(string: "http://127.0.0.1:9")))
    #expect(try await device.run(["sync"] + options).status == 64)
  }

  @Test("an unreachable server is one line; nothing is said about having stopped")
  func unreachable() async throws {
    let device = try SyncedDevice(server: try #require(URL(string: "http://127.0.0.1:9")))
    let outcome = try await device.run("sync")
    #expect(outcome.status == 69 && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }
}
