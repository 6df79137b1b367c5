import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `recent`, `sales`, `explain`, `store`, and what plain commands store, through the real executable.
@Suite(.timeLimit(.minutes(5)))
struct StoreCommandTests {
  private let mock = MarketplaceMock { $0.productCount = 400 }

  /// Runs `body` with a device on which nothing is stored, and the server.
  private func withDevice(_ body: (SyncedDevice, MockServer) async throws -> Void) async throws {
    let server = try await MockServer.start(handler: mock)
    try await body(try SyncedDevice(server: server.url), server)
    try await server.stop()
  }

  @Test("what plain commands show is there offline")
  func storedBehind() async throws {
    try await withDevice { device, _ in
      let listed = try await device.json("list", "--size", "5").first?["products"]?.elements ?? []
      _ = try await device.json("show", "7")
      let stored = try await device.json("list", "--offline").first?["products"]?.elements ?? []
      #expect(stored.map { $0["id"] } == listed.map { $0["id"] } + [.decimal(7)])
      let displayed = try #require(try await device.json("show", "7", "--offline").first)
      #expect(displayed["complete"] == .bool(true) && displayed["images"]?.elements.isEmpty == false)
    }
  }

  @Test("what a process left behind that died is checked before it is displayed")
  func leftOpen() async throws {
    try await withDevice { device, _ in
      _ = try await device.json("list", "--size", "5")
      let mark = device.folder.url.appending(path: "store/store.used")
      try Data("x".utf8).write(to: mark)
      let stored = try await device.json("list", "--offline").first?["products"]?.elements ?? []
      #expect(stored.count == 5)
      #expect(try Data(contentsOf: mark).isEmpty)
    }
  }

  @Test("a plain command asks the server whatever is stored")
  func networkOnly() async throws {
    try await withDevice { device, _ in
      _ = try await device.json("list", "--size", "5")
      let before = mock.requestLog.count
      _ = try await device.json("list", "--size", "5")
      #expect(mock.requestLog.count == before + 1)
    }
  }

  @Test("a search joins what this device finds with what the server adds, each product once")
  func joinedSearch() async throws {
    try await withDevice { device, _ in
      _ = try await device.run("sync")
      func ids(_ arguments: String...) async throws -> [Double] {
        let page = try await device.json(["search", "--size", "200"] + arguments).first
        return page?["products"]?.elements.compactMap { $0["id"]?.number } ?? []
      }
      let (stored, server) = (try await ids("박스", "--offline"), try await ids("박스", "--online"))
      let joined = try await ids("박스")
      #expect(joined.filter(stored.contains) == stored)
      #expect(Set(joined) == Set(stored).union(server) && Set(joined).count == joined.count)
      // Names, descriptions and vendors, all of which are stored.
      #expect(Set(server) == Set(stored) && !server.isEmpty)
      // The server finds texts as they are written; this device knows what is on the way to be typed.
      #expect(try await ids("ㄴㅌㅂ", "--online").isEmpty)
      #expect(try await !ids("ㄴㅌㅂ").isEmpty)
      #expect(try await device.run("suggest", "ㄴㅌㅂ", "--online").output.isEmpty)
      #expect(try await device.run("suggest", "ㄴㅌㅂ").output.hasPrefix("노트북"))
      let program = try ProgramAtTerminal(
        device.market, ["search", "박스", "--size", "200"], environment: device.environment, showsOutput: true)
      try await program.drawn("\(joined.count) of ")
      #expect(try await program.status() == 0)
      let nothing = try ProgramAtTerminal(
        device.market, ["search", "없는물건입니다"], environment: device.environment, showsOutput: true)
      let drawn = try await nothing.drawn("nothing found for")
      #expect(!drawn.contains("PRICE"), "no header without rows")
      #expect(try await nothing.status() == 0)
    }
  }

  @Test("a server that takes too long is not waited for where something is stored")
  func slowServer() async throws {
    try await withDevice { device, _ in
      _ = try await device.json("list", "--size", "5")
      mock.addFault(Fault(.hang, times: 10))
      let outcome = try await device.run("list", "--size", "2")
      #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 3)
      #expect(outcome.errors.contains("has not responded for 3 seconds"), "\(outcome.errors)")
    }
  }

  @Test("a store that cannot be used keeps no command from the server")
  func unusableStore() async throws {
    try await withDevice { device, _ in
      let outcome = try await device.run("list", "--size", "2", "--store", "/dev/null/store")
      #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 3)
      #expect(outcome.errors.hasPrefix("market: warning: the store is not used: "), "\(outcome.errors)")
    }
  }

  @Test(
    "the store is where the command line, else the environment, else the file says, else one for each server")
  func location() async throws {
    let folder = try TemporaryFolder()
    let market = try BuiltProgram("market")
    let file = folder.url.appending(path: "config.json")
    try Data(#"{"server": "http://market.test:81/a", "store": "/from/file"}"#.utf8).write(to: file)
    func path(_ arguments: [String] = [], _ environment: [String: String] = [:]) async throws -> String {
      let config = ["OPENMARKET_CONFIG": file.path, "HOME": "/home/somebody"]
      let outcome = try await market.run(
        ["store", "path"] + arguments, environment: config.merging(environment) { $1 })
      return outcome.output.trimmingCharacters(in: .newlines)
    }
    #expect(try await path(["--store", "/a"], ["OPENMARKET_STORE": "/b"]) == "/a")
    #expect(try await path([], ["OPENMARKET_STORE": "/b"]) == "/b")
    #expect(try await path() == "/from/file")
    try Data(#"{"server": "http://market.test:81/a"}"#.utf8).write(to: file)
    #expect(try await path(["--store=~/s"]) == "/home/somebody/s")
    #expect(try await path([], ["OPENMARKET_STORE": "~/s"]) == "/home/somebody/s")
    #if os(Linux)
      #expect(
        try await path([], ["XDG_DATA_HOME": "/data"]) == "/data/openmarket/market.test-81_a/guest")
      let standard = "/.local/share/openmarket/market.test-81_a/guest"
      #expect(try await path([], ["XDG_DATA_HOME": "data"]) == "/home/somebody" + standard)
      // The home of the account, then.
      #expect(try await path([], ["HOME": ""]) == NSHomeDirectory() + standard)
    #else
      // Apple's platforms look at no variable; the folder is in `Application Support`.
      #expect(try await path().hasSuffix("/openmarket/market.test-81_a/guest"))
    #endif
  }

  @Test("searches are remembered when asked for, newest first; single ones and all are forgotten")
  func recent() async throws {
    try await withDevice { device, _ in
      #expect(try await device.run("recent").errors == "no recent searches\n")
      for text in ["의자", "텐트", "의자"] { _ = try await device.run("search", text, "--remember") }
      _ = try await device.run("search", "맥북", "--offline", "--remember")
      // A script is nobody who would want to see it again.
      _ = try await device.run("search", "책상")
      let searches = try await device.json("recent")
      let document = try OpenAPIDocument.ofRepository()
      #expect(try document.violations(of: searches[0], againstFile: "json/cli-recent.schema.json") == [])
      #expect(searches[0].elements.map { $0["text"]?.string } == ["맥북", "의자", "텐트"])
      #expect(searches[0].elements.map { $0["times"]?.number } == [1, 2, 1])
      #expect(try await device.json("recent", "--limit", "1").first?.elements.count == 1)
      // Twice in one command is once.
      let deletion = try await device.run("recent", "delete", "의자", "의자")
      #expect(deletion.status == 0 && deletion.output.isEmpty, "\(deletion)")
      #expect(try await device.run("recent", "delete", "의자").status == 66)
      #expect(try await device.run("recent", "list").output.split(separator: "\n").count == 3)
      let left = try await device.json("recent", "delete", "텐트")
      #expect(try document.violations(of: left[0], againstFile: "json/cli-recent.schema.json") == [])
      #expect(left[0].elements.map { $0["text"]?.string } == ["맥북"])
      #expect(try await device.json("recent", "clear") == [.array([])])
      #expect(try await device.json("recent") == [.array([])])
    }
  }

  @Test("what is searched for in a terminal is remembered without asking")
  func recentInTerminal() async throws {
    try await withDevice { device, _ in
      let program = try ProgramAtTerminal(
        device.market, ["search", "의자"], environment: device.environment, showsOutput: true)
      try await program.drawn("products")
      #expect(try await program.status() == 0)
      #expect(try await device.json("recent").first?.elements.first?["text"]?.string == "의자")
    }
  }

  @Test("sales are those of the vendor of that number, although the server finds names")
  func sales() async throws {
    try await withDevice { device, _ in
      let unknown = try await device.run("sales", "22")
      #expect(unknown.status == 64 && unknown.errors.contains("--vendor-name"))
      let all = try await device.json("list", "--all", "--size", "400")
      _ = try await device.run("sync")
      let wanted = all.filter { $0["vendorID"]?.number == 22 }
      #expect(!wanted.isEmpty)
      let sales = try await device.json("sales", "22", "--limit", "400")
      #expect(sales.map { $0["id"] } == wanted.map { $0["id"] })
      let sold = try await device.json("sales", "22", "--sold-out", "--limit", "400")
      #expect(sold.map { $0["id"] } == wanted.filter { $0["soldOut"] == .bool(true) }.map { $0["id"] })
      mock.addFault(Fault(.status(.internalServerError), times: 100))
      #expect(try await device.run("sales", "22", "--online").status == 75)
    }
  }

  @Test("explain says which policy ran, what was stored, and why the server was asked or not")
  func explain() async throws {
    try await withDevice { device, server in
      func explain(_ arguments: String...) async throws -> JSONValue {
        let outcome = try await device.run(["explain"] + arguments + ["--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONValue(json: Data(outcome.output.utf8))
      }
      func words(_ value: JSONValue) -> [String?] {
        [
          value["policy"]?.string, value["store"]?["outcome"]?.string, value["server"]?["outcome"]?.string,
          value["source"]?.string,
        ]
      }
      let first = try await explain("list")
      #expect(words(first) == ["cacheFirst", "nothing", "responded", "server"])
      let fresh = try await explain("list", "--stale-after", "1000")
      #expect(words(fresh) == ["cacheFirst", "found", "notNeeded", "store"])
      #expect(words(try await explain("list")) == ["cacheFirst", "found", "refreshing", "store"])
      let listed = try await explain("show", "400", "--policy", "cache-only")
      #expect(words(listed) == ["cacheOnly", "incomplete", "notAllowed", "store"])
      _ = try await device.run("sync")
      #expect(words(try await explain("search", "맥ㅂ", "--policy", "cache-only"))[1] == "found")
      #expect(words(try await explain("suggest", "맥ㅂ"))[3] == "store")
      let found = try await explain("search", "보증", "--policy", "cache-only")
      #expect((found["reasons"]?["description"]?.number ?? 0) > 0)
      try await server.stop()
      let down = try await explain("list", "--policy", "network-first")
      #expect(words(down) == ["networkFirst", "found", "failed", "store"])
      #expect(down["server"]?["error"]?["code"]?.string == "unreachable")
      let document = try OpenAPIDocument.ofRepository()
      for value in [first, fresh, listed, found, down] {
        #expect(try document.violations(of: value, againstFile: "json/cli-explanation.schema.json") == [])
      }
      let text = try await device.run("explain", "list", "--policy", "cache-only")
      #expect(
        text.output.hasPrefix("cacheOnly: stored ") && text.output.contains("\n20 results from the store"))
    }
  }

  @Test("the store is looked into, checked, trimmed and thrown away")
  func upkeep() async throws {
    try await withDevice { device, _ in
      let document = try OpenAPIDocument.ofRepository()
      #expect(try await device.run("store", "info").status == 66)
      _ = try await device.run("sync")
      _ = try await device.run("search", "의자", "--remember")
      let info = try #require(try await device.json("store", "info").first)
      #expect(try document.violations(of: info, againstFile: "json/cli-store-info.schema.json") == [])
      #expect(info["products"]?.number == 400 && info["syncedProducts"]?.number == 400)
      #expect(try await device.run("store", "info").output.contains("400, 400 of them synced"))
      #expect(try await device.run("store", "check").output == "sound\n")
      let check = try #require(try await device.json("store", "check").first)
      #expect(try document.violations(of: check, againstFile: "json/cli-store-check.schema.json") == [])
      let kept = try #require(try await device.json("store", "trim", "--to", "0").first)
      #expect(kept["products"]?.number == 0)
      let gone = try #require(try await device.json("store", "trim", "--to", "0", "--synced").first)
      #expect(gone["products"]?.number == 400)
      #expect(try document.violations(of: gone, againstFile: "json/cli-store-trim.schema.json") == [])
      _ = try await device.run("sync")
      #expect(try await device.run("store", "reset").status == 64)
      #expect(try await device.json("store", "info").first?["products"]?.number == 400)
      #expect(try await device.run("store", "reset", "--force").status == 0)
      #expect(try await device.run("list", "--offline").status == 66)
      #expect(try await device.json("recent").first?.elements.count == 1)
    }
  }

  @Test("a reset asks in a terminal, and takes anything but yes for no", arguments: [("n", 400), ("y", 0)])
  func reset(response: String, count: Int) async throws {
    try await withDevice { device, _ in
      _ = try await device.run("sync")
      let program = try ProgramAtTerminal(device.market, ["store", "reset"], environment: device.environment)
      try await program.drawn("[y/N]")
      try program.type(response + "\n")
      #expect(try await program.status() == (count == 0 ? 0 : 130))
      #expect(try await device.json("store", "info").first?["products"]?.number == Double(count))
    }
  }

}
