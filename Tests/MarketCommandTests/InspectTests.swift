import Foundation
import MockServerNIO
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market inspect` beside other commands: real programs, sockets, files and a server.
@Suite(.timeLimit(.minutes(5))) struct InspectTests {
  private let folder: TemporaryFolder
  private let market: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    market = try BuiltProgram("market")
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func inspect(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await market.run(["inspect"] + arguments)
  }

  private func lines(_ output: String) throws -> [JSONValue] {
    let document = try OpenAPIDocument.ofRepository()
    return try output.split(separator: "\n").map { line in
      let value = try JSONValue(json: Data(line.utf8))
      #expect(try document.violations(of: value, againstFile: "json/cli-inspect.schema.json") == [])
      return value
    }
  }

  @Test("an inspector at the socket of a sync sees it from the command to the rows, and the end")
  func sync() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 300 })
    let device = try SyncedDevice(server: server.url)
    let inspector = try RunningProgram(
      market, ["inspect", path("s"), "--wait", "60", "--json"], environment: [:]
    ) {}
    let synced = try await device.run(
      "sync", "--page-size", "100", "--inspect", path("s"), "--inspect-wait", "60")
    let outcome = try await inspector.outcome()
    try await server.stop()
    #expect(synced.status == 0 && outcome.status == 0, "\(synced) \(outcome)")
    let lines = try lines(outcome.output)
    #expect(lines.first?["kind"]?.string == "hello" && lines.first?["program"]?.string == "market")
    let caused = lines.filter { $0["cause"]?["name"]?.string == "market sync › sync" }
    #expect(Set(caused.map { $0["cause"]?["id"]?.number }).count == 1)
    let kinds = caused.compactMap { $0["kind"]?.string }
    #expect(kinds.filter { $0 == "requestFinished" }.count >= 3)
    let rows = lines.filter { $0["outcome"]?.string == "products" }.compactMap { $0["count"]?.number }
    #expect(rows.reduce(0, +) == 300)
    #expect(lines.last?["kind"]?.string == "snapshot" && lines.last?["store"]?["products"]?.number == 300)
  }

  @Test(
    "a sale that had to wait is followed from its recorded file, by its cause, with its outbox and exports")
  func sale() async throws {
    let device = try await SellingDevice()
    try await device.stopServer()
    let kept = try await device.run(device.sell("비밀스러운 의자", ["--events", path("kept.jsonl")]))
    #expect(kept.status == 79, "\(kept)")
    let waiting = try await inspect([path("kept.jsonl")])
    #expect(waiting.status == 0 && waiting.errors.isEmpty, "\(waiting)")
    #expect(waiting.output.contains("1  create of -1  waiting, "), "\(waiting.output)")
    #expect(waiting.output.contains("next attempt "), "\(waiting.output)")

    try await device.startServer()
    let run = try await device.run(["outbox", "run", "--events", path("run.jsonl")])
    #expect(run.status == 0, "\(run)")
    let all = try lines(try await inspect([path("run.jsonl"), "--json"]).output)
    let accepted = try #require(all.first { $0["outcome"]?.string == "accepted" })
    let cause = try #require(accepted["cause"]?["id"]?.number)
    #expect(accepted["submission"]?.number == 1 && accepted["product"]?.number == 4)
    let followed = try await inspect([
      path("run.jsonl"), "--cause", "\(Int(cause))", "--har", path("run.har"), "--bundle", path("bundle"),
    ])
    #expect(followed.status == 0, "\(followed)")
    #expect(followed.output.contains("requestFinished POST /api/products → 201"), "\(followed.output)")
    #expect(followed.output.contains("submission accepted, submission 1, product 4"), "\(followed.output)")
    #expect(device.effects == [.created])
    let nothing = try await inspect([path("run.jsonl"), "--cause", "987654321", "--har", path("no.har")])
    #expect(nothing.status == 66 && nothing.errors.contains("no event of a cause 987654321"), "\(nothing)")
    #expect(!FileManager.default.fileExists(atPath: path("no.har")))

    let har = try JSONValue(json: Data(contentsOf: folder.url.appending(path: "run.har")))
    let posts = har["log"]?["entries"]?.elements.filter { $0["request"]?["method"]?.string == "POST" }
    #expect(posts?.map { $0["response"]?["status"]?.number } == [201])
    let bundle = try FileManager.default.contentsOfDirectory(atPath: path("bundle")).sorted()
    #expect(bundle == ["events.jsonl", "requests.har", "summary.txt"])
    let again = try await inspect([path("bundle/events.jsonl"), "--bundle", path("bundle")])
    #expect(again.status == 65 && again.errors.contains("there already"), "\(again)")

    let vendor = MarketplaceMock.Vendor.sample
    for file in ["kept.jsonl", "run.jsonl", "run.har", "bundle/events.jsonl", "bundle/summary.txt"] {
      let text = try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
      for secret in [vendor.secret, vendor.identifier, vendor.name, "의자", "45000", device.folder.url.path] {
        #expect(!text.contains(secret), "\(secret) in \(file)")
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: path(file))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("a search shows its verdicts and no text")
  func search() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 200 })
    let device = try SyncedDevice(server: server.url)
    #expect(try await device.run("sync").status == 0)
    let found = try await device.run(["search", "의자", "--events", path("e")])
    try await server.stop()
    #expect(found.status == 0, "\(found)")
    let outcome = try await inspect([path("e")])
    #expect(outcome.output.contains("searched asTyped, count "), "\(outcome.output)")
    #expect(outcome.output.contains("requests  1: 1 network; 0 failed"), "\(outcome.output)")
    #expect(outcome.output.contains("store     ") && outcome.output.contains("200 products"))
    #expect(!outcome.output.contains("의자"))
  }

  @Test("files that are cut off, rubbish, foreign or not there are told apart")
  func badFiles() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 3 })
    let device = try SyncedDevice(server: server.url)
    #expect(try await device.run("list", "--events", path("e")).status == 0)
    try await server.stop()
    let whole = try Data(contentsOf: folder.url.appending(path: "e"))
    func inspect(_ data: Data) async throws -> BuiltProgram.Outcome {
      try data.write(to: folder.url.appending(path: "bad"))
      return try await self.inspect([path("bad")])
    }
    let cut = try await inspect(whole.dropLast(40))
    #expect(cut.status == 0 && cut.errors.contains("cut off"), "\(cut)")
    let mixed = try await inspect(whole + Data("rubbish\u{1B}[2J\n\n".utf8))
    #expect(mixed.status == 0 && mixed.output.contains("1 lines could not be read"), "\(mixed)")
    for rubbish in [Data(), Data("rubbish\n".utf8), Data("{}\n".utf8), Data([0, 255, 10, 200])] {
      let outcome = try await inspect(rubbish)
      #expect(outcome.status == 65 && outcome.errors.contains("holds no events"), "\(outcome)")
    }
    let hostile = #"{"number":1,"date":"2026-01-01T00:00:00.000Z","kind":"\u001b[2J\u202e"}"#
    let lines = whole.split(separator: UInt8(ascii: "\n"))
    let printed = try await inspect(lines[0] + Data("\n\(hostile)\n".utf8))
    #expect(printed.status == 0 && !printed.output.contains("\u{1B}") && !printed.output.contains("\u{202E}"))
    let other = Data(String(decoding: lines[0], as: UTF8.self).replacing("events/1", with: "events/9").utf8)
    #expect(try await inspect(other + Data("\n".utf8)).errors.contains("events/9"))
    #expect(try await self.inspect([path("missing")]).status == 66)
    let again = try await device.run("list", "--events", path("e"))
    #expect(again.status == 65 && again.errors.contains("overwrite nothing"), "\(again)")
  }

  @Test("an app that is suspended ends the inspector, which says so")
  func suspended() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 3 })
    let app = try Marketplace(server: server.url, folder: folder.url.appending(path: "store")) {
      ($0.inspectorSocket, $0.inspectorPatience) = (folder.url.appending(path: "s"), .seconds(3_600))
    }
    let inspector = try RunningProgram(market, ["inspect", path("s"), "--json"], environment: [:]) {}
    while try !inspector.text("output").contains("hello"), !Task.isCancelled { await giveWay() }
    await app.suspend(gracePeriod: .zero)
    let outcome = try await inspector.outcome()
    #expect(outcome.status == 0 && outcome.errors.contains("the program is suspended"), "\(outcome)")
    #expect(try lines(outcome.output).suffix(2).map { $0["kind"]?.string } == ["suspended", "snapshot"])
    await app.resume()
    try await app.close()
    try await server.stop()
  }

  @Test("a killed inspector does not disturb the command, and a killed command ends the inspector")
  func killed() async throws {
    let held = HeldMarket(MarketplaceMock { $0.productCount = 300 })
    let server = try await MockServer.start(handler: held)
    let device = try SyncedDevice(server: server.url)
    let inspector = try RunningProgram(
      market, ["inspect", path("s"), "--wait", "60"], environment: [:]
    ) {}
    let sync = try device.start(
      ["sync", "--page-size", "100", "--inspect", path("s"), "--inspect-wait", "60"]) { held.giveUp() }
    await held.held(after: 0)
    await inspector.end()
    let second = try RunningProgram(market, ["inspect", path("s"), "--json"], environment: [:]) {}
    while try !second.text("output").contains("requestStarted"), !Task.isCancelled { await giveWay() }
    held.open()
    #expect(try await sync.outcome().status == 0)
    let outcome = try await second.outcome()
    #expect(outcome.status == 0 && outcome.output.contains("\"kind\":\"snapshot\""), "\(outcome)")
    try await server.stop()
  }
}
