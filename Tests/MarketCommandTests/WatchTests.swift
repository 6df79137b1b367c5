import Foundation
import MockServerNIO
import OpenMarketAPI
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market watch` against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
  private let mock = MarketplaceMock { $0.productCount = 5 }
  private let market: BuiltProgram
  private let vendor: MarketClient

  init() throws {
    market = try BuiltProgram("market")
    let sample = MarketplaceMock.Vendor.sample
    vendor = try MarketClient(
      server: #require(URL(string: "http://mock.test")),
      credentials: VendorCredentials(identifier: sample.identifier, secret: "dawn-market-7"),
      transport: MockTransport(mock))
  }

  private func list(_ name: String) async throws -> Product.ID {
    let draft = NewListing(name: name, description: "지켜보는 물건입니다. 상태 좋아요.", price: 45_000)
    return try await vendor.sell(draft, photos: [PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))]).id
  }

  /// A market in which `change` happens before the second look gets a response.
  private func server(changing change: @escaping @Sendable () async throws -> Void) async throws -> MockServer
  {
    let looks = Looks()
    return try await MockServer.start { [mock] request in
      if await looks.next() == 2 { await #expect(throws: Never.self) { try await change() } }
      return await mock.handle(request)
    }
  }

  @Test("a watch in a pipe ends soon after its reader, though nothing changes")
  func readerGone() async throws {
    _ = try await list("감시 의자")
    let server = try await server {}
    let outcome = try await BuiltProgram(at: URL(filePath: "/bin/sh")).run(
      ["-c", "\"$0\" watch 감시 --every 1 | head -1", market.url.path],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome)")
  }

  @Test("each change is one JSON document of the documented form")
  func changes() async throws {
    let (edited, deleted) = (try await list("감시 의자"), try await list("감시 책상"))
    let server = try await server {
      _ = try await vendor.edit(edited, ProductChanges(price: 39_000))
      try await vendor.delete(deleted)
      _ = try await list("감시 조명")
    }
    let outcome = try await market.run(
      ["watch", "감시", "--count", "3", "--every", "1", "--json"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let changes = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
    let displayed = changes.map { change in
      let product = change["product"]
      return
        "\(change["round"]?.number ?? 0) \(change["change"]?.string ?? "") \(product?["name"]?.string ?? "")"
    }
    #expect(
      displayed == [
        "1.0 present 감시 책상", "1.0 present 감시 의자", "2.0 new 감시 조명", "2.0 changed 감시 의자", "2.0 gone 감시 책상",
      ])
    #expect(changes.map { $0["previous"]?["price"]?.number } == [nil, nil, nil, 45_000, nil])
    let document = try OpenAPIDocument.ofRepository()
    for change in changes {
      #expect(try document.violations(of: change, againstFile: "json/cli-change.schema.json") == [])
    }
  }

  @Test("a warning about a page that stays as it is comes once")
  func warnings() async throws {
    _ = try await list("감시 의자")
    let server = try await MockServer.start { [mock] request in
      var response = await mock.handle(request)
      response.body = Data(
        String(decoding: response.body, as: UTF8.self).replacing("hasPrev", with: "other").utf8)
      return response
    }
    let outcome = try await market.run(
      ["watch", "감시", "--count", "3", "--every", "1"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors == "market: warning: hasPrev: not stated, and taken to be false\n")
  }

  @Test("each change is one line below a header when nobody watches")
  func lines() async throws {
    let edited = try await list("감시 의자")
    let server = try await server { _ = try await vendor.edit(edited, ProductChanges(price: 39_000)) }
    let outcome = try await market.run(
      ["watch", "감시", "--count", "2", "--every", "1"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("TIME"), "\(outcome)")
    #expect(lines.last?.contains("changed") == true)
    #expect(lines.last?.contains("45,000원 → 39,000원") == true)
  }

  @Test("a failure does not end the watch; that of the last round is its exit code", arguments: [1, 2])
  func failure(failures: Int) async throws {
    mock.addFault(Fault(.unauthorizedBasic, times: failures))
    let server = try await MockServer.start(handler: mock)
    let outcome = try await market.run(
      ["watch", "a", "--count", "2", "--every", "1", "--json"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    #expect(outcome.status == (failures == 1 ? 0 : 77))
    #expect(outcome.errors.split(separator: "\n").count == failures, "\(outcome.errors)")
    #expect(outcome.output.isEmpty == (failures == 2))
  }

  @Test(
    "in a terminal the table is drawn in place, fits when resized, and stays after a signal",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func screen(signal: Int32) async throws {
    let edited = try await list("감시 의자")
    let server = try await server { _ = try await vendor.edit(edited, ProductChanges(price: 39_000)) }
    let program = try ProgramAtTerminal(
      market, ["watch", "감시", "--every", "1"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString], showsOutput: true)
    let mode = program.initialMode
    try await program.drawn("\u{1B}[?1049h")
    try await program.drawn("감시 의자")
    #expect(program.mode != mode)
    try await program.drawn("~1 changed")
    try await program.drawn("~   6  45,000원 → 39,000원")
    program.resize(columns: 20, rows: 5)
    program.signal(SIGWINCH)
    try await program.drawn("~   6  45,000원 → …")
    program.signal(signal)
    #expect(try await program.status() == 128 + signal)
    #expect(program.mode == mode)
    try await program.drawn("\u{1B}[?1049l")
    try await program.drawn("감시: 1 of 1 produ…")
    try await server.stop()
  }

  @Test("a signal ends the watch also while the terminal takes no output, and the keyboard is as it was")
  func stoppedTerminal() async throws {
    let server = try await server {}
    let program = try ProgramAtTerminal(
      market, ["watch", "의자", "--every", "1"], environment: ["OPENMARKET_SERVER": server.url.absoluteString],
      showsOutput: true)
    try await program.drawn("\u{1B}[?1049h")
    program.stopOutput()
    program.signal(SIGTERM)
    #expect(try await program.status() == 128 + SIGTERM)
    #expect(program.mode == program.initialMode)
    try await server.stop()
  }

  @Test("a terminal that goes away ends the watch also where hang-ups are ignored, as with nohup")
  func hangUp() async throws {
    let server = try await MockServer.start(handler: MarketplaceMock())
    let program = try ProgramAtTerminal(
      market, ["watch", "의자", "--every", "1"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString], showsOutput: true, ignoring: "HUP")
    try await program.drawn("의자: ")
    program.hangUp()
    #expect(try await program.status() == 128 + SIGHUP)
    try await server.stop()
  }
}

private actor Looks {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
