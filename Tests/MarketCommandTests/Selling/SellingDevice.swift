import Foundation
import MockServerNIO
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization

/// A vendor's device for `market`: signed in, with a store and a photo, and a server that can be stopped and started
/// at the same address.
final class SellingDevice: Sendable {
  let market: BuiltProgram
  let folder: TemporaryFolder
  let mock: MarketplaceMock
  let environment: [String: String]
  private let port: Int
  private let server: Mutex<MockServer?>

  /// Makes a device whose server runs, with three products.
  /// - Parameters:
  ///   - honoursKeys: Whether the server honours idempotency keys.
  ///   - handler: Makes what responds to requests, of the market and the folder of the store.
  /// - Throws: When the server cannot be started.
  init(
    honoursKeys: Bool = true, handler: (MarketplaceMock, URL) -> any MockHandler = { mock, _ in mock }
  ) async throws {
    market = try BuiltProgram("market")
    folder = try TemporaryFolder()
    mock = MarketplaceMock { configuration in
      configuration.productCount = 3
      configuration.honoursIdempotencyKeys = honoursKeys
    }
    let server = try await MockServer.start(handler: handler(mock, folder.url.appending(path: "store")))
    port = server.url.port ?? 0
    self.server = Mutex(server)
    environment = [
      "HOME": folder.url.path, "OPENMARKET_SERVER": server.url.absoluteString,
      "OPENMARKET_CREDENTIALS": folder.url.appending(path: "credentials").path,
      "OPENMARKET_STORE": folder.url.appending(path: "store").path,
      "OPENMARKET_IDEMPOTENCY_KEYS": honoursKeys ? "1" : "0", "OPENMARKET_TIMEOUT": "60",
      // Nothing here holds a request up.
      "OPENMARKET_SETTLING_TIME": "0",
    ]
    let vendor = MarketplaceMock.Vendor.sample
    let signIn = SignIn(
      try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret))
    try FileCredentialsStore(folder: folder.url.appending(path: "credentials")).update(for: server.url) { _ in
      signIn
    }
    try SamplePhoto.pixel.write(to: photo)
  }

  deinit {
    let server = server.withLock { $0 }
    Task { try await server?.stop() }
  }

  var photo: URL { folder.url.appending(path: "photo.jpg") }

  func stopServer() async throws {
    let running = server.withLock { server in
      defer { server = nil }
      return server
    }
    try await running?.stop()
  }

  func startServer() async throws {
    var configuration = MockServer.Configuration()
    configuration.port = port
    while true {
      do {
        let started = try await MockServer.start(handler: mock, configuration: configuration)
        return server.withLock { $0 = started }
      } catch let error as MockServerError {
        // Another test may have the port for a moment, or a child of it the socket.
        guard error.code == .addressInUse else { throw error }
        try Task.checkCancellation()
        await giveWay()
      }
    }
  }

  /// The command line that lists a product.
  func sell(_ name: String = "접이식 캠핑 의자", _ more: [String] = []) -> [String] {
    [
      "sell", "--name", name, "--price", "45000", "--description", "두 번 사용한 깨끗한 의자입니다.", "--photo",
      photo.path,
    ]
      + more
  }

  func run(_ arguments: [String], input: String? = nil) async throws -> BuiltProgram.Outcome {
    try await market.run(arguments, environment: environment, input: input)
  }

  func run(_ arguments: String...) async throws -> BuiltProgram.Outcome { try await run(arguments) }

  /// Starts `market`, which goes on while the test does.
  func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(market, arguments, environment: environment) {}
  }

  /// Runs with `--json`; the documents, which have the form that `Schemas/json` describes.
  func json(
    _ arguments: [String], status: Int32 = 0, schema: String = "cli-submission"
  ) async throws -> [JSONValue] {
    let outcome = try await run(arguments + ["--json"])
    guard outcome.status == status else { throw ContractError("\(arguments): \(outcome)") }
    let values = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
    let document = try OpenAPIDocument.ofRepository()
    for value in values {
      let violations = try document.violations(of: value, againstFile: "json/\(schema).schema.json")
      guard violations.isEmpty else { throw ContractError("\(arguments): \(violations) in \(value)") }
    }
    return values
  }

  /// A product as the server has it.
  func product(_ number: Int) async throws -> JSONValue {
    guard let product = try await json(["show", "\(number)"], schema: "cli-product").first else {
      throw ContractError("show prints nothing")
    }
    return product
  }

  /// What the server has done.
  var effects: [Effect.Kind] { mock.ledger.map(\.kind) }
}
