import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport

/// A device of its own for `market`: a store, and the address of a server that may be stopped.
final class SyncedDevice: Sendable {
  let market: BuiltProgram
  let folder: TemporaryFolder
  let environment: [String: String]

  /// Makes a device on which nothing is stored.
  init(server: URL) throws {
    market = try BuiltProgram("market")
    folder = try TemporaryFolder()
    environment = [
      "OPENMARKET_SERVER": server.absoluteString,
      "OPENMARKET_STORE": folder.url.appending(path: "store").path,
    ]
  }

  /// Makes a device that has synced a market of 2,000 products; the server is stopped.
  static func withoutServer() async throws -> SyncedDevice {
    let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 2000 })
    let device = try SyncedDevice(server: server.url)
    let outcome = try await device.run("sync")
    try await server.stop()
    guard outcome.status == 0 else { throw ContractError("sync failed: \(outcome.errors)") }
    return device
  }

  func run(_ arguments: String...) async throws -> BuiltProgram.Outcome { try await run(arguments) }

  func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await market.run(arguments, environment: environment)
  }

  /// Runs with `--json`; the documents.
  func json(_ arguments: String...) async throws -> [JSONValue] { try await json(arguments) }

  func json(_ arguments: [String]) async throws -> [JSONValue] {
    let outcome = try await run(arguments + ["--json"])
    guard outcome.status == 0 else { throw ContractError("\(arguments): \(outcome.errors)") }
    return try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
  }
}
