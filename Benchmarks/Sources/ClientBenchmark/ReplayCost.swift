import Foundation
import HTTPTypes
import Measuring
import OpenMarketAPI
import OpenMarketHTTP

/// The time of replaying exchanges ÷ the time of having them with the mock server over a socket, one after the other.
enum ReplayCost {
  private static let count = 1_000

  static func measure(_ server: URL) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for usesClient in [false, true] {
      let file = folder.appending(path: "\(usesClient).har")
      let network = URLSessionTransport()
      let recording = try RecordingTransport(over: network, to: file)
      try await run(server, recording, usesClient)
      try recording.close()
      var ratios: [(total: Double, sending: Double)] = []
      var times: [(server: Double, loading: Double, sending: Double)] = []
      for _ in 0..<7 {
        let overSocket = try await seconds { try await run(server, network, usesClient) }
        var replay: ReplayTransport?
        let loading = try await seconds { replay = try ReplayTransport(file) }
        guard let replay else { return }
        let sending = try await seconds { try await run(server, replay, usesClient) }
        try replay.verify()
        times.append((overSocket, loading, sending))
        ratios.append(((loading + sending) / overSocket, sending / overSocket))
      }
      let bytes = try Data(contentsOf: file).count
      print(
        String(
          format: """
            replay ÷ mock server over a socket, %d exchanges, %@, wall: %.1f ms + %.1f ms for reading %.1f MB ÷ %.1f ms \
            = %.3f, without reading %.3f (medians of 7)
            """,
          count, usesClient ? "client.products" : "transport.send", median(times.map(\.sending)) * 1e3,
          median(times.map(\.loading)) * 1e3, Double(bytes) / 1e6, median(times.map(\.server)) * 1e3,
          median(ratios.map(\.total)), median(ratios.map(\.sending))))
    }
  }

  private static func run(_ server: URL, _ transport: any HTTPTransport, _ usesClient: Bool) async throws {
    let client = try MarketClient(server: server, transport: transport) {
      $0.responseCacheLimit = 0
      $0.sharesIdenticalReads = false
    }
    for index in 0..<count {
      let page = index % 50 + 1
      if usesClient {
        _ = try await client.products(page: page, size: 20)
        continue
      }
      let head = HTTPRequest(
        method: .get, scheme: server.scheme, authority: "\(server.host() ?? ""):\(server.port ?? 80)",
        path: "/api/products?page_no=\(page)&items_per_page=20")
      _ = try await transport.send(TransportRequest(head: head)).body.collected(upTo: 1 << 20)
    }
  }

  private static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
