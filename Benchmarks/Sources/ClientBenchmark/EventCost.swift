import CAllocationCounter
import Foundation
import HTTPTypes
import Measuring
import OpenMarketAPI
import OpenMarketHTTP

/// The cost of tracing events: the same request with and without, and the memory of a full ring.
enum EventCost {
  static func measure(_ server: URL) async throws {
    func client(isTraced: Bool, _ transport: any HTTPTransport) throws -> MarketClient {
      try MarketClient(server: server, transport: transport) { configuration in
        configuration.responseCacheLimit = 0
        configuration.sharesIdenticalReads = false
        if isTraced { configuration.events = MarketEvents(isTraced: true) }
      }
    }
    let network = URLSessionTransport()
    let (traced, plain) = (try client(isTraced: true, network), try client(isTraced: false, network))
    let operations = 1_000
    try await compare(
      "products(page:size:) with events traced ÷ without", rounds: 15, operations: operations,
      subject: { for _ in 0..<operations { _ = try await traced.products(page: 1, size: 20) } },
      reference: { for _ in 0..<operations { _ = try await plain.products(page: 1, size: 20) } })
    let page = Canned(page: try Data(contentsOf: server.appending(path: "api/products")))
    let (quick, quicker) = (try client(isTraced: true, page), try client(isTraced: false, page))
    try await compare(
      "the same without a network", rounds: 15, operations: operations,
      subject: { for _ in 0..<operations { _ = try await quick.products(page: 1, size: 20) } },
      reference: { for _ in 0..<operations { _ = try await quicker.products(page: 1, size: 20) } })
    let before = allocated_bytes()
    let kept = try client(isTraced: true, Canned(page: Data("{}".utf8)))
    for _ in 0..<5_500 { _ = try? await kept.products(page: 1, size: 20) }
    print("a ring of 10,000 events: \(allocated_bytes() - before) bytes")
    withExtendedLifetime(kept) {}
  }
}

/// Responds with the same page, without a network.
private struct Canned: HTTPTransport {
  let page: Data

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    TransportResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: .data(page))
  }
}
