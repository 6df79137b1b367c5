import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

/// The real `market` against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  private let market: BuiltProgram
  private let document: OpenAPIDocument

  init() throws {
    market = try BuiltProgram("market")
    document = try OpenAPIDocument.ofRepository()
  }

  /// Runs `market` against a market of 45 products.
  private func run(
    _ arguments: [String], mock: MarketplaceMock = MarketplaceMock { $0.productCount = 45 },
    environment: [String: String] = [:]
  ) async throws -> BuiltProgram.Outcome {
    let server = try await MockServer.start(handler: mock)
    let address = ["OPENMARKET_SERVER": server.url.absoluteString]
    let outcome = try await market.run(arguments, environment: address.merging(environment) { $1 })
    try await server.stop()
    return outcome
  }

  @Test("list shows a page as a table without colour when nobody watches")
  func list() async throws {
    let outcome = try await run(["list", "--size", "3"])
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(lines.count == 4 && lines[0].hasPrefix("ID"))
    #expect(lines.dropFirst().map { $0.prefix(2) } == ["45", "44", "43"])
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test(
    "a page that lacks something is displayed as far as it goes, with a warning",
    arguments: [
      ("", "pages: the response has no body", ""),
      (
        #"{"pageNo":"1","itemsPerPage":20,"totalCount":1,"offset":0,"limit":20,"hasPrev":false,"pages":[ITEM]}"#,
        "lastPage: not stated, and taken to be 1", "1  -200원"
      ),
    ])
  func incompletePage(body: String, warning: String, row: String) async throws {
    let item =
      #"{"id":"1","vendor_id":7,"name":"의자","currency":"KRW","price":"100","discounted_price":300,"stock":1}"#
    let server = try await MockServer.start(handler: FixedPage(body: body.replacing("ITEM", with: item)))
    let outcome = try await market.run(
      ["list"], environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    #expect(outcome.status == 0 && outcome.errors.contains("market: warning: \(warning)"), "\(outcome)")
    #expect(row.isEmpty ? outcome.output.isEmpty : outcome.output.contains(row), "\(outcome)")
  }

  @Test("list --all prints every product once, one JSON document a line")
  func listAll() async throws {
    let outcome = try await run(["list", "--all", "--size", "10", "--json"])
    let products = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
    #expect(products.compactMap { $0["id"]?.number } == (1...45).reversed().map(Double.init))
  }

  @Test(
    "list --all and search --all --online skip nothing that stays while others delete",
    arguments: [["list"], ["search", "의자"]])
  func listAllOfMovingList(command: [String]) async throws {
    let mock = MarketplaceMock { $0.productCount = 0 }
    let vendor = MarketplaceMock.Vendor(id: 5, name: "다른 사람", identifier: "other", secret: "other")
    let ids = mock.addListings(200, of: vendor, named: "의자")
    let server = try await MockServer.start(handler: MovingMarket(mock, listings: ids))
    let outcome = try await market.run(
      command + ["--all", "--size", "10", "--online", "--json"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString])
    try await server.stop()
    let products = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
    let listed = products.compactMap { $0["id"]?.integer }
    let stayed = ids.prefix(100).map { Int($0) }
    #expect(outcome.status == 0 && Set(listed).isSuperset(of: stayed), "\(outcome)")
    #expect(Set(listed).count == listed.count && listed == listed.sorted(by: >))
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "every request says that it is this command's, those of conformance too",
    arguments: ["list", "conformance"])
  func identity(command: String) async throws {
    let mock = MarketplaceMock { $0.productCount = 45 }
    _ = try await run([command], mock: mock, environment: ["LC_ALL": "ko_KR.UTF-8"])
    let fields = mock.requestLog.map(\.headers)
    #expect(!fields.isEmpty)
    for sent in fields {
      #expect(sent[.userAgent]?.hasPrefix("swift-openmarket/0.1.0 (market/0.1.0; Linux ") == true, "\(sent)")
    }
    if command == "list" { #expect(fields.first?[.acceptLanguage] == "ko-KR") }
  }

  @Test("list --all --limit stops after so many products")
  func listLimit() async throws {
    let outcome = try await run(["list", "--all", "--limit", "7", "--size", "3"])
    #expect(outcome.output.split(separator: "\n").count == 8)
  }

  @Test(
    "--json has the form that Schemas/json describes",
    arguments: [
      (["list", "--size", "40"], "cli-page"), (["search", "a", "--size", "5"], "cli-page"),
      (["show", "45"], "cli-product"), (["suggest", "a"], "suggestions"),
    ])
  func json(arguments: [String], schema: String) async throws {
    let outcome = try await run(arguments + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let value = try JSONValue(json: Data(outcome.output.utf8))
    #expect(try document.violations(of: value, againstFile: "json/\(schema).schema.json") == [])
  }

  @Test("show prints a product with its photos' addresses")
  func show() async throws {
    let outcome = try await run(["show", "45"])
    #expect(outcome.output.hasPrefix("45  "))
    #expect(outcome.output.contains("/images/"))
  }

  @Test("health says OK")
  func health() async throws {
    #expect(try await run(["health"]).output == "OK\n")
  }

  @Test(
    "a search without hits succeeds and says so to people only",
    arguments: [[], ["--all", "--online"]])
  func nothing(options: [String]) async throws {
    let outcome = try await run(["search", "없는 물건"] + options)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors == "nothing found for '없는 물건'\n")
  }

  @Test(
    "a failure is one line on standard error and an exit code to branch on",
    arguments: [
      (["show", "999"], 66), (["show", "99999999999999999999"], 64), (["show", "-1"], 64),
      (["list", "--page", "0"], 64),
      (["list", "--size", "1001"], 64), (["list", "--page", "2147483648"], 64), (["nonsense"], 64),
      (["search", ""], 64), (["search", " "], 64), (["search", "\u{200B}", "--online"], 64),
      (["search", "a", ""], 64), (["search", "a", "b", "--all"], 64), (["search"], 64),
      (["suggest"], 64), (["suggest", "-i"], 64), (["suggest", "-i", "--json"], 64),
      (["watch", "", "--count", "1"], 64), (["watch", " ", "--count", "1"], 64),
      (["watch", "a", "--count", "1", "--every", "0.9"], 64),
      (["watch", "a", "--count", "1", "--every", "nan"], 64),
      (["watch", "a", "--count", "0"], 64), (["watch", "a", "--count", "1", "--size", "0"], 64),
      (["health", "--server", "http://127.0.0.1:9"], 69), (["health", "--server", "ftp://x"], 78),
      (["health", "--timeout", "0"], 64), (["health", "--timeout", "nan"], 64),
    ] as [([String], Int32)])
  func failure(arguments: [String], status: Int32) async throws {
    let outcome = try await run(arguments, environment: ["OPENMARKET_TIMEOUT": "20"])
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("market: "))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test(
    "a usage error names the help of the command that the command line begins with",
    arguments: [
      (["nonsense"], "market"), (["list", "--page", "0"], "market list"), (["search"], "market search"),
      (["edit", "3"], "market edit"), (["sell", "--name", "x"], "market sell"),
      (["outbox", "resolve", "3"], "market outbox resolve"), (["outbox", "--nonsense"], "market outbox"),
    ])
  func helpHint(arguments: [String], command: String) async throws {
    let outcome = try await run(arguments)
    #expect(outcome.status == 64 && outcome.errors.hasSuffix(" (see '\(command) --help')\n"), "\(outcome)")
  }

  @Test(
    "an unknown command is an error that names the most similar one",
    arguments: [
      (["lits"], "there is no command 'lits'; did you mean 'list'? (see 'market --help')"),
      (["help", "sotre"], "there is no command 'sotre'; did you mean 'store'? (see 'market --help')"),
      (["conf"], "there is no command 'conf'; did you mean 'conformance'? (see 'market --help')"),
      (["store", "tirm"], "there is no command 'tirm'; did you mean 'trim'? (see 'market store --help')"),
      (
        ["outbox", "reslove", "3"],
        "there is no command 'reslove'; did you mean 'resolve'? (see 'market outbox --help')"
      ),
      (["imges"], "there is no command 'imges'; did you mean 'images'? (see 'market --help')"),
      (["한글"], "there is no command '한글' (see 'market --help')"),
    ])
  func unknownCommand(arguments: [String], message: String) async throws {
    let outcome = try await market.run(arguments)
    #expect(outcome.status == 64 && outcome.errors == "market: \(message)\n", "\(outcome)")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "a number that an option cannot have is refused, with those that it can",
    arguments: [
      ("list --size 1001", "--size is 1001; it must be 1 to 1000"),
      ("list --page 0", "--page is 0; it must be 1 to 2147483647"),
      ("list --inspect-wait nan", "--inspect-wait is nan; it must be 0 to 3600 seconds"),
      ("sync --rate 0", "--rate is 0; it must be 1 to 1000 requests a second"),
      ("store trim --to=-1", "--to is -1; it must be 0 to 1000000 MiB"),
      ("inspect x --wait 86400.5", "--wait is 86400.5; it must be 0 to 86400 seconds"),
    ])
  func range(command: String, message: String) async throws {
    let outcome = try await market.run(command.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("market: \(message) (see "), "\(outcome)")
  }

  @Test("what is no UTF-8 text is refused, not read with other characters in its place")
  func otherEncoding() async throws {
    let folder = try TemporaryFolder()
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let path = folder.url.appending(path: "store").path
    for script in [
      #"exec "$0" list --store "$(printf "$1\\377")""#,
      #"OPENMARKET_STORE="$(printf "$1\\377")" exec "$0" list"#,
      #"HOME="$(printf "$1\\377")" exec "$0" list"#, #"XDG_DATA_HOME="$(printf "$1\\377")" exec "$0" list"#,
    ] {
      let outcome = try await shell.run(
        ["-c", script, market.url.path, path], environment: ["OPENMARKET_SERVER": "http://127.0.0.1:9"])
      #expect(outcome.status == 64 && outcome.errors.contains("is not UTF-8 text"), "\(outcome)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  #if os(Linux)
    @Test("with too few threads a command is refused; it would wait for ever, deaf to signals")
    func tooFewThreads() async throws {
      // The limit does not hold for root.
      let user = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : []
      let limited = BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      let outcome = try await limited.run(
        user + ["prlimit", "--nproc=3", market.url.path, "health", "--server", "http://127.0.0.1:9"])
      #expect(outcome.status == 1 && outcome.errors.contains("threads can be started"), "\(outcome)")
    }

    /// Swift reads the command line there.
    @Test("without /proc a command is refused; it would print the help, and succeed")
    func noCommandLine() async throws {
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let outcome = try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + ["sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" sell --name 의자", market.url.path])
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("/proc is not mounted"), "\(outcome)")
    }

    @Test("an error behind a proxy of the environment names it, without its password")
    func proxy() async throws {
      let outcome = try await run(["health"], environment: ["http_proxy": "http://bob:hunter2@127.0.0.1:9"])
      #expect(outcome.status == 69, "\(outcome)")
      #expect(outcome.errors.contains("the proxy 127.0.0.1:9, which http_proxy names"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("hunter2"))
      let direct = try await market.run(["health", "--server", "http://127.0.0.1:9"])
      #expect(direct.errors.contains("No server responds at 127.0.0.1:9 ("), "\(direct.errors)")
    }
  #endif

  @Test("a process that may open few files is refused, and told what to do", arguments: [8, 16, 63, 64])
  func fewFiles(limit: Int) async throws {
    let server = try await MockServer.start(handler: MarketplaceMock())
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let outcome = try await shell.run(
      ["-c", #"ulimit -n "$1"; exec "$0" health"#, market.url.path, "\(limit)"],
      environment: ["OPENMARKET_SERVER": server.url.absoluteString, "SWIFT_BACKTRACE": "enable=no"])
    try await server.stop()
    if limit < 64 {
      #expect(outcome.status == 1 && outcome.errors.contains("(ulimit -n)"), "\(outcome)")
    } else {
      #expect(outcome.output == "OK\n", "\(outcome)")
    }
  }

  @Test(
    "an address with a password is refused without showing it",
    arguments: [
      "http://bob:hunter2@127.0.0.1:9", "http://hunter2@127.0.0.1:9", "bob:hunter2@127.0.0.1:9",
      "ftp://bob:hunter2@host", "http://bob:hunter2%40host",
    ])
  func passwordInAddress(address: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "config.json")
    try Data(#"{"server": "\#(address)"}"#.utf8).write(to: file)
    for outcome in [
      try await market.run(["health", "--server", address]),
      try await market.run(["health"], environment: ["OPENMARKET_SERVER": address]),
      try await market.run(["health"], environment: ["OPENMARKET_CONFIG": file.path]),
    ] {
      #expect(outcome.status == 78 && !outcome.errors.contains("hunter2"), "\(outcome.errors)")
      #expect(outcome.errors.contains("with a user name or password (before @) is refused"))
    }
  }

  @Test(
    "a fault of the server becomes its exit code",
    arguments: [
      (Fault.Action.status(.tooManyRequests, retryAfter: .seconds(3600)), 75), (.garbage, 70),
      (.replaceBody("<html>", contentType: "text/html"), 70), (.unauthorizedBasic, 77), (.disconnect, 75),
      (.redirect(.temporaryRedirect, location: "ftp://elsewhere.test/"), 70),
    ] as [(Fault.Action, Int32)])
  func serverFault(action: Fault.Action, status: Int32) async throws {
    let mock = MarketplaceMock { $0.productCount = 3 }
    mock.addFault(Fault(action, times: 100))
    let outcome = try await run(["list"], mock: mock)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test("the server comes from the command line, else the environment, else the file")
  func configuration() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "config.json")
    let server = try await MockServer.start(handler: MarketplaceMock())
    try Data(#"{"server": "\#(server.url.absoluteString)", "timeout": 20}"#.utf8).write(to: file)
    let configured = ["OPENMARKET_CONFIG": file.path]
    #expect(try await market.run(["health"], environment: configured).output == "OK\n")
    let elsewhere = configured.merging(["OPENMARKET_SERVER": "http://127.0.0.1:9"]) { $1 }
    #expect(try await market.run(["health"], environment: elsewhere).status == 69)
    let explicit = try await market.run(
      ["health", "--server", server.url.absoluteString], environment: elsewhere)
    #expect(explicit.output == "OK\n")
    try await server.stop()
  }

  @Test(
    "a configuration that cannot be meant is refused with its file's name and what is wrong in it",
    arguments: [
      ("{", "must be JSON"), ("[]", "must be JSON"), (#"{"server": 7}"#, "must be JSON"),
      (#"{"sever": "http://x"}"#, "no setting 'sever'"),
      ("{\((10..<40).reversed().map { "\"n\($0)\": 1" }.joined(separator: ","))}", "no setting 'n10'"),
      (#"{"server": "nowhere"}"#, "'nowhere' is not an address"), (#"{"timeout": 5}"#, "no server"),
    ])
  func brokenConfiguration(text: String, reason: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "config.json")
    try Data(text.utf8).write(to: file)
    let outcome = try await market.run(["health"], environment: ["OPENMARKET_CONFIG": file.path])
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains(file.path) && outcome.errors.contains(reason), "\(outcome.errors)")
  }
}

/// A market in which others delete the three newest products after each request of the list, down to half of them.
private final class MovingMarket: MockHandler {
  private let mock: MarketplaceMock
  private let newest: Mutex<[Int64]>

  init(_ mock: MarketplaceMock, listings: [Int64]) {
    self.mock = mock
    newest = Mutex(Array(listings.dropFirst(listings.count / 2)))
  }

  func handle(_ request: MockRequest) async -> MockResponse {
    let response = await mock.handle(request)
    if request.head.path?.hasPrefix("/api/products?") ?? false {
      mock.removeListings(
        newest.withLock { newest in
          defer { newest.removeLast(min(3, newest.count)) }
          return Array(newest.suffix(3))
        })
    }
    return response
  }
}

/// A server that has one page.
private struct FixedPage: MockHandler {
  let body: String

  func handle(_ request: MockRequest) async -> MockResponse {
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    return MockResponse(head: head, body: Data(body.utf8))
  }
}
