import Foundation
import Measuring
import OpenMarket
import OpenMarketHTTP
import OpenMarketStore

/// `ReadingBenchmark [suspensions]`: what reading through `Marketplace` costs: against a silent network, after a suspension
/// (by itself when named), over its own store, and over the client.
@main
enum Main {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reading-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let server = URL(string: "http://market.test") else { return }
    let network = CannedNetwork()
    let market = try Marketplace(server: server, folder: folder) {
      $0.transport = network
      $0.cachesResponses = false
      $0.http.responseCacheLimit = 0
    }
    let client = try MarketClient(server: server, transport: network) { $0.responseCacheLimit = 0 }
    let id = try await market.products(page: 1).products[0].id
    _ = try await market.product(id)
    if CommandLine.arguments.dropFirst().first == "suspensions" {
      network.isSilent = true
      try await measureSuspensions(of: market)
      return try await market.close()
    }

    network.isSilent = true
    try await blackHole("page of 20", limit: 0.050) { _ = try await market.products(page: 1) }
    try await blackHole("product", limit: 0.050) {
      _ = try await market.product(id, options: ReadOptions(staleTime: .zero))
    }
    network.isSilent = false

    let fresh = ReadOptions(staleTime: .seconds(86_400))
    try await compare(
      "Marketplace.product, cached ÷ MarketStore.product", rounds: 9, operations: 2_000,
      subject: { for _ in 0..<2_000 { _ = try await market.product(id, options: fresh) } },
      reference: { for _ in 0..<2_000 { _ = try await market.store.product(id) } })
    try await compare(
      "Marketplace.products, networkOnly ÷ MarketClient.products", rounds: 9, operations: 500,
      // Not page 1, for which a request still waits for the silent network.
      subject: { for _ in 0..<500 { _ = try await market.products(page: 2, policy: .networkOnly) } },
      reference: { for _ in 0..<500 { _ = try await client.products(page: 2) } })
    network.isSilent = true
    try await measureSuspensions(of: market)
    try await market.close()
  }

  /// Reads while the network accepts requests and never responds; `limit` in seconds.
  private static func blackHole(_ name: String, limit: Double, _ read: () async throws -> Void) async throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<2_000 {
      let time = try await clock.measure { try await read() }
      times.append(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
    }
    times.sort()
    let (p50, p99) = (times[times.count / 2], times[times.count * 99 / 100])
    print(
      String(
        format: "cached %@, silent network: p50 %.3f ms, p99 %.3f ms, p99 ÷ limit of %.0f ms = %.4f", name,
        p50 * 1e3, p99 * 1e3, limit * 1e3, p99 / limit))
  }
}
