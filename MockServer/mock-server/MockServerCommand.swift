import ArgumentParser
import Foundation
import HTTPTypes
import MockConsole
import MockServerNIO
import OpenMarketHTTP
import OpenMarketMock

@main struct MockServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock-server",
    abstract: "Serves a mock second-hand market with a generated catalogue, for testing clients.",
    discussion: """
      The first line on standard output is the address, printed once the server responds:

        listening on http://127.0.0.1:49152

      A console for a browser is at http://127.0.0.1:49152/__mock/console: requests and responses as they come, the \
      ledger of effects, faults, the clock, vendors and the catalogue. It is for this machine only. Standard error has \
      it, and the identifiers and secrets of two vendors for 'market login'.

      Nothing is stored: every start gives the same market for the same --products and --seed. The control \
      plane under /__mock/ (faults, ledger of effects, request log, reset, clock; see Schemas/openapi.yaml) responds to this machine only. \
      SIGTERM and SIGINT (Ctrl-C) stop the server with exit code 0.

      EXIT CODES: 0 stopped by a signal, 1 cannot listen (port in use, not permitted), 64 bad arguments.
      """, version: UserAgent.libraryVersion)

  @Option(help: ArgumentHelp("The port to listen on; 0 selects a free one.", valueName: "number"))
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The address to listen on. A loopback address admits this machine only.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The number of products in the catalogue, up to 10000000.", valueName: "count"))
  var products = 100

  @Option(
    help: ArgumentHelp("The catalogue's seed; equal seeds and counts give equal ones.", valueName: "number"))
  var seed: UInt64 = 7

  @Flag(
    help: """
      Do not enforce the documented limits: accept short texts, discounts above the price, any currency, any bytes as \
      pictures.
      """)
  var lenient = false

  @Flag(help: "Page as the original market did: page n has n times as many products; 204 past the end.")
  var originalPaging = false

  @Flag(name: .customLong("no-idempotency"), help: "Ignore Idempotency-Key, as the original market did.")
  var ignoresIdempotencyKeys = false

  @Option(help: ArgumentHelp("The delay before every response, in milliseconds.", valueName: "milliseconds"))
  var latency = 0

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      "The base address of links to pictures. (default: the address of each request)", valueName: "url"),
    transform: Self.baseURL)
  var baseURL: URL?

  @Option(
    help: ArgumentHelp(
      "Show in the console what an app of yours does, too: at the inspectorSocket of an app, or the --inspect of 'market'.",
      valueName: "socket"), completion: .file())
  var inspect: String?

  private static func baseURL(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw ValidationError("must start with http:// or https:// and name a host")
    }
    return url
  }

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port must be 0 to 65535, not \(port)") }
    guard 0...10_000_000 ~= products else {
      throw ValidationError("--products must be 0 to 10000000, not \(products)")
    }
    guard 0...3_600_000 ~= latency else {
      throw ValidationError("--latency must be 0 to 3600000 milliseconds, not \(latency)")
    }
  }

  func run() async throws {
    let stopping = await StopOnSignals()
    if !isOfThisMachine {
      print(
        to: .standardError, "mock-server: warning: with --host \(host), other machines may reach this server")
    }
    let recorder = ConsoleRecorder()
    let market = MarketplaceMock {
      $0.productCount = products
      $0.seed = seed
      $0.validation = lenient ? .lenient : .strict
      $0.honoursIdempotencyKeys = !ignoresIdempotencyKeys
      $0.baseURL = baseURL
      $0.usesOriginalPaging = originalPaging
      recorder.observe(&$0)
    }
    let delayed = DelayedMarket(market: market, latency: .milliseconds(latency))
    let follower = inspect.map { AppFollower(path: $0, recorder: recorder) }
    let server = try await start(MockConsole(recorder, of: market, before: delayed))
    stopping.serve(server)
    print(to: .standardOutput, "listening on \(server.url)")
    if let console = consoleURL(server.url) { print(to: .standardError, "console \(console)") }
    follower?.start { reason in
      print(to: .standardError, "mock-server: warning: \(reason)")
    }
    for vendor in [MarketplaceMock.Vendor.sample, .other] {
      print(
        to: .standardError, "vendor \(vendor.name): identifier \(vendor.identifier), secret \(vendor.secret)")
    }
    try await stopping.wait()
  }

  /// The address to listen on: one of IPv6 may have been given as in a URL, `[::1]`.
  private var address: String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  /// Whether only this machine reaches the server.
  private var isOfThisMachine: Bool {
    ["::1", "localhost"].contains(address)
      || address.hasPrefix("127.") && address.allSatisfy { "0123456789.".contains($0) }
  }

  /// The console's address, which must be of the loopback interface; `nil` when the server does not listen there.
  private func consoleURL(_ server: URL) -> String? {
    if isOfThisMachine { return "\(server)\(MockConsole.path)" }
    let loopback = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][address]
    return loopback.map { "http://\($0):\(server.port ?? port)\(MockConsole.path)" }
  }

  private func start(_ handler: any MockHandler) async throws -> MockServer {
    var configuration = MockServer.Configuration()
    (configuration.host, configuration.port) = (address, port)
    do {
      // Three for each event loop, one to listen and one for a connection.
      try OpenFiles.require(3 * ProcessInfo.processInfo.activeProcessorCount + 2)
      return try await MockServer.start(handler: handler, configuration: configuration)
    } catch let error as HTTPError {
      print(to: .standardError, "mock-server: \(error.message)")
      throw ExitCode.failure
    } catch let error as MockServerError {
      print(to: .standardError, "mock-server: \(error.message)")
      throw error.code == .invalidAddress ? ExitCode.validationFailure : ExitCode.failure
    }
  }

  /// Writes at once, which `print` into a pipe does not.
  private func print(to file: FileHandle, _ line: String) {
    try? file.write(contentsOf: Data((line + "\n").utf8))
  }
}

/// A market as far away as `latency` says; its control plane stays near.
struct DelayedMarket: MockHandler {
  let market: MarketplaceMock
  let latency: Duration

  func handle(_ request: MockRequest) async -> MockResponse {
    var response = await market.handle(request)
    if request.head.path?.hasPrefix("/__mock/") != true { response.delay += latency }
    return response
  }
}
