#if os(Linux)
  import Foundation
  import HTTPTypes
  import Logging
  import MockServerNIO
  import OpenMarket
  import OpenMarketHTTP
  import OpenMarketMock
  import OpenMarketTestSupport
  import Synchronization
  import Testing

  /// A vendor's secret goes to the server and into the credentials file, and nowhere else.
  @Suite("Where the secret is", .timeLimit(.minutes(5)))
  struct RedactionTests {
    /// Nothing else looks like it, in any encoding that keeps letters.
    static let secret = "Zq7secretXk9-\(UUID().uuidString)"
    static let identifier = "idZq7-\(UUID().uuidString)"

    let home: TemporaryFolder
    let market: BuiltProgram
    let mock = MarketplaceMock {
      $0.productCount = 3
      $0.vendors = [.init(id: 7, name: "새벽장터", identifier: identifier, secret: secret)]
    }

    init() throws {
      home = try TemporaryFolder()
      market = try BuiltProgram("market")
    }

    var credentialsFolder: URL { home.url.appending(path: "config/credentials") }

    func environment(_ server: MockServer) -> [String: String] {
      [
        "HOME": home.url.path, "OPENMARKET_SERVER": server.url.absoluteString,
        "OPENMARKET_CREDENTIALS": credentialsFolder.path,
        "OPENMARKET_STORE": home.url.appending(path: "store").path,
      ]
    }

    @Test(
      "logs, errors, output, crashes, databases and the process list do not show it; the credentials file does"
    )
    func nothingLeaks() async throws {
      let transcript = Transcript()
      let sampler = ProcessSampler([Self.secret])
      let sampling = Task { await sampler.run() }
      let server = try await MockServer.start(handler: mock)
      do {
        try await useCommands(server, transcript)
        try await useLibrary(server, transcript)
        try await crash(server, transcript)
      } catch {
        try await server.stop()
        throw error
      }
      try await server.stop()
      sampling.cancel()
      await sampling.value

      let text = transcript.text
      #expect(text.contains("openmarket-events/1") && text.contains("requestFinished POST /api/products"))
      #expect(text.contains("request finished") && text.contains("‹secret›") && text.contains("Fatal error"))
      #expect(!text.contains(Self.secret), "\(Self.line(of: text, with: Self.secret))")
      #expect(!text.contains(Self.identifier), "\(Self.line(of: text, with: Self.identifier))")
      #expect(sampler.found.isEmpty)
      #expect(sampler.looks > 10)
      let (files, names) = try filesWithSecret()
      for name in ["library.jsonl", "command.jsonl", "bundle/events.jsonl", "bundle/requests.har"] {
        let events = try String(contentsOf: home.url.appending(path: name), encoding: .utf8)
        #expect(events.contains("/api/products"), "\(name)")
        for hidden in [Self.identifier, "의자", "새벽장터", "45000", home.url.path] {
          #expect(!events.contains(hidden), "\(hidden) in \(name)")
        }
      }
      #expect(files == ["config/credentials/credentials.json"])
      #expect(names.contains { $0.hasSuffix("user.db") } && names.allSatisfy { !$0.contains(Self.secret) })
      #expect(mock.requestLog.allSatisfy { !"\($0)".contains(Self.secret) })
    }

    @Test("a secret on a command line or in an environment would be seen")
    func sampled() async throws {
      let secret = "seen-\(UUID().uuidString)"
      for (arguments, environment) in [
        (["-c", "read x; : \(secret)"], [:]), (["-c", "read x"], ["SOME_SECRET": secret]),
      ] as [([String], [String: String])] {
        let sampler = ProcessSampler([secret])
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = arguments
        process.environment = environment
        let input = Pipe()
        process.standardInput = input
        try process.run()
        // It may take a moment until the shell is there in place of what was forked.
        while sampler.found.isEmpty, !Task.isCancelled {
          sampler.look()
          await giveWay()
        }
        try input.fileHandleForWriting.close()
        while process.isRunning, !Task.isCancelled { await giveWay() }
        #expect(!sampler.found.isEmpty)
      }
    }

    @Test("no command leaves a core dump, from which a secret could be read", .timeLimit(.minutes(5)))
    func coreDumps() async throws {
      let held = HeldMarket(MarketplaceMock())
      let server = try await MockServer.start(handler: held)
      let device = try SyncedDevice(server: server.url)
      let program = try device.start(["list"]) { held.giveUp() }
      await held.held(after: 0)
      let limits = try program.limits()
      #expect(limits.contains(#/Max core file size +0 +0 /#), "\(limits)")
      held.open()
      #expect(try await program.outcome().status == 0)
      try await server.stop()
    }

    // MARK: The three ways to use it

    private func useCommands(_ server: MockServer, _ transcript: Transcript) async throws {
      let environment = environment(server)
      func run(_ arguments: [String], input: String? = nil) async throws {
        let outcome = try await market.run(arguments, environment: environment, input: input)
        transcript.append(
          "$ market \(arguments.first ?? ""): \(outcome.status)\n\(outcome.output)\(outcome.errors)")
      }
      let identifier = home.url.appending(path: "identifier")
      try Data(Self.identifier.utf8).write(to: identifier)
      let login = try await market.run(
        ["login", "--identifier", Self.identifier], environment: environment, input: Self.secret + "\n")
      #expect(login.status == 0, "\(login.errors)")
      transcript.append(login.output + login.errors)
      for arguments in [
        ["whoami"], ["whoami", "--json"], ["login", "--identifier", "x y"], ["list"], ["store", "path"],
      ] {
        try await run(arguments, input: Self.secret)
      }
      let photo = home.url.appending(path: "photo.jpg")
      try SamplePhoto.pixel.write(to: photo)
      let events = home.url.appending(path: "command.jsonl").path
      try await run([
        "sell", "--name", "의자 하나", "--price", "45000", "--description", "깨끗한 의자를 팝니다. 새것 같아요.",
        "--photo", photo.path, "--events", events,
      ])
      try await run(["inspect", events, "--bundle", home.url.appending(path: "bundle").path])
      try await run(["inspect", events, "--json"])
      try await run(["conformance", "--write"])
      mock.addFault(Fault(.status(.forbidden), times: 1_000))
      try await run(["conformance", "--write", "--json"])
      try await run(["list"])
      mock.removeFaults()
      // Torn in the middle of the secret, and open to others.
      let file = credentialsFolder.appending(path: "credentials.json")
      let whole = try Data(contentsOf: file)
      let middle = try #require(whole.firstRange(of: Data(Self.secret.utf8))).upperBound
      try whole.prefix(middle).write(to: file)
      try await run(["whoami"])
      try await run(["list"])
      try whole.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      try await run(["whoami"])
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    private func useLibrary(_ server: MockServer, _ transcript: Transcript) async throws {
      let signIns = FileCredentialsStore(folder: credentialsFolder)
      let market = try Marketplace(server: server.url, folder: home.url.appending(path: "store")) {
        $0.credentials = try signIns.storedCredentials(for: server.url)
        $0.http.logger = Logger(label: "test") { _ in TranscriptHandler(transcript: transcript) }
        $0.http.maxAttempts = 1
        $0.outbox.startsByItself = false
        $0.eventFile = home.url.appending(path: "library.jsonl")
      }
      let draft = NewListing(name: "의자 하나", description: "깨끗한 의자를 팝니다. 새것 같아요.", price: 45_000)
      let photos = [PhotoUpload(SamplePhoto.pixel)]
      let actions: [Fault.Action] = [
        .status(.unauthorized), .status(.forbidden), .status(.badRequest), .status(.internalServerError),
        .disconnect, .truncate(afterBytes: 3), .garbage, .replaceBody("<html>", contentType: "text/html"),
      ]
      for action in actions {
        mock.addFault(Fault(action, on: .init(.post), times: 2))
        mock.addFault(Fault(action, on: .init(.patch), times: 2))
        await transcript.record { try await market.client.sell(draft, photos: photos) }
        await transcript.record { try await market.client.markSold(1) }
        await transcript.record { try await market.client.delete(1) }
        let listing = try await market.sell(draft, photos: photos)
        await market.outbox.driver.runInline()
        await market.outbox.driver.retryAll()
        mock.removeFaults()
        let submission = try await market.store.submission(listing.submission.id)
        transcript.append("\(listing) \(submission as Any)")
        transcript.dump(submission as Any)
        transcript.dump(market.configuration)
      }
      await market.outbox.driver.runInline()
      transcript.append("\(market) \(market.client) \(market.outbox.state)")
      transcript.dump(market)
      for await event in market.events.prefix(100) {
        transcript.append("\(event)")
        transcript.dump(event)
      }
      // Not closed: the write-ahead logs stay as they are, to be looked through.
      transcript.keep(market)
    }

    private func crash(_ server: MockServer, _ transcript: Transcript) async throws {
      let probe = try BuiltProgram("secret-probe")
      let backtraces = [
        "SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,registers=all,limit=8,symbolicate=off"
      ]
      let outcome = try await probe.run(
        [credentialsFolder.path, home.url.appending(path: "probe").path, server.url.absoluteString],
        environment: backtraces)
      #expect(outcome.status > 128, "\(outcome.errors.suffix(400))")
      transcript.append(outcome.output + outcome.errors)
    }

    // MARK: Looking for it

    /// The files below the home folder that contain the secret, and the names of all.
    private func filesWithSecret() throws -> (with: [String], all: [String]) {
      let all = try FileManager.default.subpathsOfDirectory(atPath: home.url.path)
      let with = all.filter { path in
        guard let data = FileManager.default.contents(atPath: home.url.appending(path: path).path) else {
          return false
        }
        return data.firstRange(of: Data(Self.secret.utf8)) != nil
      }
      return (with, all)
    }

    private static func line(of text: String, with part: String) -> String {
      text.split(separator: "\n").first { $0.contains(part) }.map { String($0.prefix(400)) } ?? ""
    }
  }

  /// What was said, in any way.
  private final class Transcript: Sendable {
    private let lines = Mutex<[String]>([])
    private let kept = Mutex<[any Sendable]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    func dump(_ value: Any) {
      var text = ""
      Swift.dump(value, to: &text, maxDepth: 6)
      append(text)
    }

    func keep(_ value: any Sendable) { kept.withLock { $0.append(value) } }

    /// Runs `call`, which may fail, and keeps every text of its error.
    func record<Value>(_ call: () async throws -> Value) async {
      do {
        append("\(try await call())")
      } catch {
        dump(error)
        append("\(error) \(String(reflecting: error)) \(error.localizedDescription)")
      }
    }
  }

  private struct TranscriptHandler: LogHandler {
    let transcript: Transcript
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { transcript.append("\(event.message) \(metadata) \(event.metadata ?? [:])") }
  }

  /// Looks again and again at what the system shows of all processes.
  private final class ProcessSampler: Sendable {
    private let texts: [Data]
    private let state = Mutex((found: Set<String>(), looks: 0))

    init(_ texts: [String]) { self.texts = texts.map { Data($0.utf8) } }

    /// Where one of the texts was seen.
    var found: Set<String> { state.withLock { $0.found } }
    var looks: Int { state.withLock { $0.looks } }

    func run() async {
      while !Task.isCancelled {
        look()
        await giveWay()
      }
    }

    func look() {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      for process in processes where process.allSatisfy(\.isNumber) {
        for name in ["cmdline", "environ"] {
          let handle = FileHandle(forReadingAtPath: "/proc/\(process)/\(name)")
          guard let data = try? handle?.readToEnd() else { continue }
          if texts.contains(where: { data.firstRange(of: $0) != nil }) {
            state.withLock { _ = $0.found.insert(name) }
          }
        }
      }
      state.withLock { $0.looks += 1 }
    }
  }
#endif
