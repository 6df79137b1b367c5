import Foundation
import Measuring
import OpenMarketAPI
import OpenMarketHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `ClientBenchmark URL [events] [replay] [products]`: all or the parts named; what `client.products(page:size:)` costs over a bare `URLSession.data(for:)` and a
/// `JSONDecoder` for the same page of the same server.
@main
enum Main {
  static func main() async throws {
    guard let text = CommandLine.arguments.dropFirst().first, let server = URL(string: text) else {
      print("usage: ClientBenchmark URL")
      exit(64)
    }
    var transports: [(String, any HTTPTransport)] = [("URLSession", URLSessionTransport())]
    #if AsyncHTTPClient
      transports.append(("AsyncHTTPClient", AsyncHTTPClientTransport()))
    #endif
    let parts = CommandLine.arguments.dropFirst(2)
    if parts.isEmpty || parts.contains("events") { try await EventCost.measure(server) }
    if parts.isEmpty || parts.contains("replay") { try await ReplayCost.measure(server) }
    guard parts.isEmpty || parts.contains("products") else { return }
    let session = URLSession(configuration: .ephemeral)
    let address = "\(server.absoluteString)/api/products?page_no=1&items_per_page=20"
    guard let url = URL(string: address) else { exit(64) }

    @Sendable func bare() async throws {
      let (data, _) = try await session.data(for: URLRequest(url: url))
      _ = try JSONDecoder().decode(PlainPage.self, from: data)
    }

    for (name, transport) in transports {
      let client = try MarketClient(server: server, transport: transport) { configuration in
        // The peer has neither: every call shall reach the server and carry the whole page.
        configuration.responseCacheLimit = 0
        configuration.sharesIdenticalReads = false
      }
      try await compare("client.products(page:size:) over \(name)", with: bare) {
        _ = try await client.products(page: 1, size: 20)
      }
    }
    #if AsyncHTTPClient
      try await compare("bare AsyncHTTPClient + JSONDecoder", with: bare) {
        try await BareAsyncClient.page(address)
      }
    #endif
  }

  /// Measures `operation` ÷ `bare`, in short turns, as the load of a machine changes within seconds.
  private static func compare(
    _ title: String, with bare: @escaping @Sendable () async throws -> Void,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    for inFlight in [1, 64] {
      let operations = 256
      try await Measuring.compare(
        "\(title) ÷ URLSession + JSONDecoder, \(inFlight) in flight", rounds: 41, operations: operations,
        subject: { try await run(operation, times: operations, inFlight: inFlight) },
        reference: { try await run(bare, times: operations, inFlight: inFlight) })
    }
  }

  /// Performs `operation` so many times, `inFlight` of them at once.
  private static func run(
    _ operation: @escaping @Sendable () async throws -> Void, times: Int, inFlight: Int
  ) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<inFlight {
        group.addTask { for _ in 0..<(times / inFlight) { try await operation() } }
      }
      try await group.waitForAll()
    }
  }
}
