import Foundation
import MockServerNIO
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market login`, `logout` and `whoami`.
@Suite(.timeLimit(.minutes(5)))
struct LoginTests {
  static let secret = "dawn-market-7"

  let market: BuiltProgram
  let home: TemporaryFolder
  let environment: [String: String]

  init() throws {
    market = try BuiltProgram("market")
    home = try TemporaryFolder()
    environment = [
      "HOME": home.url.path, "OPENMARKET_SERVER": "http://market.test",
      "OPENMARKET_CREDENTIALS": home.url.appending(path: "credentials").path,
    ]
  }

  var store: FileCredentialsStore { FileCredentialsStore(folder: home.url.appending(path: "credentials")) }

  func signIn() throws -> SignIn? {
    try store.signIn(for: #require(URL(string: "http://market.test")))
  }

  func run(_ arguments: [String], input: String? = nil) async throws -> BuiltProgram.Outcome {
    try await market.run(arguments, environment: environment, input: input)
  }

  /// Runs `market login` at a terminal.
  func atTerminal(_ arguments: [String]) throws -> ProgramAtTerminal {
    try ProgramAtTerminal(market, arguments, environment: environment)
  }

  @Test(
    "the secret comes from standard input or a file, without the line end at its end",
    arguments: [
      ("dawn-market-7\n", "dawn-market-7"), ("dawn-market-7\r\n", "dawn-market-7"), ("한 글\n", "한 글"),
      ("no end", "no end"),
    ])
  func input(text: String, secret: String) async throws {
    let fromInput = try await run(["login", "--identifier", "7b9a"], input: text)
    #expect(fromInput.status == 0, "\(fromInput.errors)")
    #expect(try signIn()?.credentials.secret.reveal() == secret)
    #expect(try await run(["logout"]).status == 0)

    let file = home.url.appending(path: "secret")
    try Data(text.utf8).write(to: file)
    #expect(try await run(["login", "--identifier", "7b9a", "--secret-file", file.path]).status == 0)
    #expect(try signIn()?.credentials.secret.reveal() == secret)
  }

  @Test("credentials are kept below HOME, also where that is not the home of the account")
  func homes() async throws {
    let server = ["OPENMARKET_SERVER": "http://market.test"]
    let own = server.merging(["HOME": home.url.path]) { $1 }
    let other = server.merging(["HOME": try TemporaryFolder().url.path]) { $1 }
    #expect(
      try await market.run(["login", "--identifier", "7b9a"], environment: own, input: "x").status == 0)
    #expect(try await market.run(["whoami"], environment: own).status == 0)
    #expect(try await market.run(["whoami"], environment: other).status == 77)
    let kept = home.url.appending(path: ".config/openmarket/credentials/credentials.json")
    #expect(FileManager.default.fileExists(atPath: kept.path))
  }

  @Test("where nothing can be read or made, the reason is in words")
  func unusablePlaces() async throws {
    let file = home.url.appending(path: "file")
    try Data().write(to: file)
    func run(_ command: [String], _ places: [String: String]) async throws -> BuiltProgram.Outcome {
      let environment = ["OPENMARKET_SERVER": "http://market.test", "HOME": home.url.path]
      return try await market.run(command, environment: environment.merging(places) { $1 }, input: "x")
    }
    let login = ["login", "--identifier", "7b9a"]
    let below = try await run(login, ["HOME": file.path])
    let reason = "cannot be made, because it is a symbolic link or no folder"
    #expect(below.status == 77 && below.errors.contains(reason), "\(below)")
    let folder = try await run(login, ["OPENMARKET_CONFIG": home.url.path])
    #expect(folder.status == 78 && folder.errors.contains("cannot be read: it is not a file"), "\(folder)")
    let store = try await run(["outbox"], ["OPENMARKET_STORE": file.appending(path: "store").path])
    #expect(store.status == 77 && store.errors.contains("Not a directory"), "\(store)")
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let closed = try await shell.run(
      ["-c", #"exec "$0" login --identifier 7b9a <&-"#, market.url.path], environment: environment)
    #expect(closed.status == 66, "\(closed)")
    #expect(closed.errors == "market: standard input cannot be read: Bad file descriptor\n")
    #if os(Linux)
      let readOnly = try await run(login, ["HOME": "/proc"])
      #expect(readOnly.status == 77 && readOnly.errors.contains("or XDG_CONFIG_HOME names"), "\(readOnly)")
    #endif
  }

  @Test(
    "nothing is asked where the question would not be seen",
    arguments: [["login"], ["login", "--identifier", "7b9a"]])
  func unseenPrompt(arguments: [String]) async throws {
    let errors = home.url.appending(path: "errors")
    let program = try ProgramAtTerminal(
      BuiltProgram(at: URL(filePath: "/bin/sh")),
      ["-c", #"exec "$0" "$@" 2>"$ERRORS""#, market.url.path] + arguments,
      environment: environment.merging(["ERRORS": errors.path]) { $1 })
    #expect(try await program.status() == 64)
    #expect(try String(contentsOf: errors, encoding: .utf8).contains("give --identifier and --secret-file"))
    #expect(program.mode == program.initialMode)
  }

  @Test("a secret that is missing, empty or no text is refused, and nothing is kept")
  func refused() async throws {
    #expect(try await run(["login", "--identifier", "7b9a"]).status == 64)
    #expect(try await run(["login", "--identifier", "7b9a"], input: "\n").status == 64)
    #expect(try await run(["login"], input: "secret\n").status == 64)
    #expect(try await run(["login", "--identifier", "two words"], input: "secret\n").status == 65)
    #expect(try await run(["login", "--identifier", "7b9a"], input: "secret\n\n").status == 65)
    for (count, reason) in [(1_000_000, "at most 1024 bytes"), (1_100_000, "more than 1048576 bytes")] {
      let long = try await run(
        ["login", "--identifier", "7b9a"], input: String(repeating: "a", count: count))
      #expect(long.status == 65 && long.errors.contains(reason), "\(long.errors)")
    }
    #expect(try await run(["login", "--identifier", "7b9a", "--secret-file", "/nowhere"]).status == 66)
    let file = home.url.appending(path: "secret")
    for wrong in [Data(), Data([0xFF, 0xFE])] {
      try wrong.write(to: file)
      #expect(try await run(["login", "--identifier", "7b9a", "--secret-file", file.path]).status == 65)
    }
    try Data(repeating: 0x61, count: 1 << 20 + 1).write(to: file)
    let cut = try await run(["login", "--identifier", "7b9a", "--secret-file", file.path])
    #expect(cut.status == 65 && cut.errors.contains("more than 1048576 bytes"), "\(cut.errors)")
    #expect(try signIn() == nil)
  }

  @Test("there is no way to give the secret on the command line or in the environment")
  func noArgument() async throws {
    #expect(try await run(["login", "--identifier", "7b9a", "--secret", "x"]).status == 64)
    #expect(try await run(["login", "--identifier", "7b9a", "x"]).status == 64)
    let environment = environment.merging(["OPENMARKET_SECRET": "x"]) { $1 }
    #expect(try await market.run(["login", "--identifier", "7b9a"], environment: environment).status == 64)
  }

  @Test("a terminal asks for both, and does not show the secret")
  func prompt() async throws {
    let program = try atTerminal(["login"])
    try await program.drawn("Identifier: ")
    try program.type("7b9a\n")
    let displayed = try await program.drawn("Secret (not displayed): ")
    #expect(displayed.contains("7b9a"))
    // A slip of the finger, and its correction: a whole syllable.
    try program.type("dawn-market-8\u{7F}7\n")
    let rest = try await program.drawn("\n")
    #expect(try await program.status() == 0)
    let output = try program.output
    #expect(!rest.contains("dawn") && !output.contains("dawn"))
    #expect(try signIn()?.credentials.secret.reveal() == Self.secret)
  }

  @Test(
    "a signal while the secret is typed gives the terminal back and keeps nothing",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(signal: Int32) async throws {
    let program = try atTerminal(["login", "--identifier", "7b9a"])
    let found = program.initialMode
    try await program.drawn("Secret (not displayed): ")
    #expect(program.mode != found)
    try program.type("dawn")
    program.signal(signal)
    #expect(try await program.status() == 128 + signal)
    #expect(program.mode == found)
    #expect(try signIn() == nil)
  }

  @Test("a signal ends it at any moment, and leaves the terminal as it was")
  func anyMoment() async throws {
    for _ in 0..<40 {
      let program = try atTerminal(["login", "--identifier", "7b9a"])
      for _ in 0..<Int.random(in: 0..<2_000) { await giveWay() }
      program.signal(SIGTERM)
      #expect(try await program.status() == 128 + SIGTERM)
      #expect(program.mode == program.initialMode)
    }
  }

  @Test("Ctrl-D at the prompt leaves, too")
  func endOfInput() async throws {
    let program = try atTerminal(["login", "--identifier", "7b9a"])
    let found = program.initialMode
    try await program.drawn("Secret (not displayed): ")
    try program.type("\u{4}")
    let error = try await program.drawn("no secret was given")
    #expect(error.hasPrefix("\r\n"), "on a line of its own")
    #expect(try await program.status() == 64)
    #expect(program.mode == found)
    #expect(try signIn() == nil)
  }

  @Test("while the prompt is stopped the terminal is as it was, and goes on afterwards")
  func stopped() async throws {
    let program = try atTerminal(["login", "--identifier", "7b9a"])
    let found = program.initialMode
    try await program.drawn("Secret (not displayed): ")
    program.signal(SIGTSTP)
    await program.stopped()
    #expect(program.mode == found)
    program.signal(SIGCONT)
    try await program.drawn("Secret (not displayed): ")
    try program.type("dawn-market-7\n")
    #expect(try await program.status() == 0)
    #expect(program.mode == found)
    #expect(try signIn()?.credentials.secret.reveal() == Self.secret)
  }

  @Test("whoami shows a digest, later the vendor's name, and never the identifier or the secret")
  func whoami() async throws {
    let nobody = try await run(["whoami"])
    #expect(nobody.status == 77 && nobody.errors.contains("market login"))
    #expect(try await run(["login", "--identifier", "7b9a2c52"], input: "s3cr3t\n").status == 0)
    let unknown = try await run(["whoami"])
    #expect(unknown.status == 0 && unknown.output.contains("unknown until the first write"))
    let server = try #require(URL(string: "http://market.test"))
    let credentials = try #require(try store.storedCredentials(for: server))
    await credentials.didLearn(Vendor(id: 7, name: "새벽장터"))
    let known = try await run(["whoami"])
    #expect(known.output.contains("vendor 7, 새벽장터"))
    let json = try await run(["whoami", "--json"])
    let value = try JSONValue(json: Data(json.output.utf8))
    let document = try OpenAPIDocument.ofRepository()
    #expect(try document.violations(of: value, againstFile: "json/cli-account.schema.json") == [])
    for text in [unknown.output, known.output, json.output] {
      #expect(!text.contains("7b9a2c52") && !text.contains("s3cr3t"))
    }
    // A new secret of the same vendor does not forget who it is.
    #expect(try await run(["login", "--identifier", "7b9a2c52"], input: "new\n").status == 0)
    #expect(try signIn()?.vendor?.name == "새벽장터")
  }

  @Test("each server has its own vendor; logout forgets one, logout --all every one and a damaged file")
  func logout() async throws {
    let other = ["--server", "http://other.test"]
    #expect(try await run(["login", "--identifier", "a"], input: "s\n").status == 0)
    #expect(try await run(["login", "--identifier", "b"] + other, input: "s\n").status == 0)
    #expect(try await run(["logout"]).status == 0)
    #expect(try await run(["whoami"]).status == 77)
    #expect(try await run(["whoami"] + other).status == 0)
    #expect(try await run(["logout"]).errors == "not signed in\n")

    try Data("{".utf8).write(to: store.file)
    let damaged = try await run(["whoami"])
    #expect(damaged.status == 74 && damaged.errors.contains("delete it and sign in again"))
    #expect(try await run(["login", "--identifier", "a"], input: "s\n").status == 74)
    #expect(try await run(["logout", "--all"]).status == 0)
    #expect(try await run(["login", "--identifier", "a"], input: "s\n").status == 0)
  }

  @Test("credentials that others can read are refused by every command that needs them, with what to do")
  func exposed() async throws {
    #expect(try await run(["login", "--identifier", "a"], input: "s\n").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.file.path)
    for arguments in [["whoami"], ["list"], ["logout"]] {
      let outcome = try await run(arguments)
      #expect(outcome.status == 77 && outcome.errors.contains("chmod 600"), "\(outcome.errors)")
    }
    // Needs none: it gets as far as the server, which is not there.
    #expect(try await run(["health", "--server", "http://127.0.0.1:9"]).status == 69)
  }

  @Test("what is stored is kept apart for each account")
  func stores() async throws {
    let guest = try await run(["store", "path"]).output
    #expect(guest.hasSuffix("/guest\n") || guest.hasSuffix("/guest/\n"), "\(guest)")
    #expect(try await run(["login", "--identifier", "7b9a2c52"], input: "s\n").status == 0)
    let account = try await run(["store", "path"]).output
    #expect(account != guest && !account.contains("7b9a2c52"))
    #expect(account.contains(try #require(try signIn()).digest))
  }
}
