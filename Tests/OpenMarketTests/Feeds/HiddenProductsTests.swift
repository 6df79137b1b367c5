import Foundation
import OpenMarketHTTP
import OpenMarketMock
import Testing

@testable import OpenMarket

@Suite("Lists with hidden products", .timeLimit(.minutes(5)))
struct HiddenProductsTests {
  private let visible = (1...1_000).reversed().filter { !HidingServer.hides($0) }

  private func client() throws -> MarketClient {
    try MarketClient(
      server: #require(URL(string: "http://market.test")),
      transport: MockTransport(HidingServer(count: 1_000)))
  }

  @Test("a walk brings every product that is not hidden once", arguments: [10, 20, 100])
  func walk(size: Int) async throws {
    var walk = try ListWalk(client: client(), size: size, matching: nil)
    var ids: [Int64] = []
    while let page = try await walk.next() { ids += page.products.map(\.id.rawValue) }
    #expect(ids == visible && !walk.mayHaveGaps)
  }

  @Test("so does a feed that is scrolled to its end")
  func feed() async throws {
    let client = try client()
    let feed = ProductFeed(source: FeedSource(window: { try await client.products(page: $0, size: $1) }))
    feed.loadNext()
    var state = await feed.settledState
    while state.phase == .idle {
      feed.loadNext()
      state = await feed.settledState
    }
    #expect(state.phase == .endReached && state.items.map(\.id.rawValue) == visible)
  }
}

/// A market that leaves some products out of its pages, and counts them all the same.
private struct HidingServer: MockHandler {
  private let market: MarketplaceMock

  init(count: Int) { market = MarketplaceMock { $0.productCount = count } }

  /// One in ten, and 60 in a row.
  static func hides(_ id: Int64) -> Bool { id % 10 == 3 || (400..<460).contains(id) }

  func handle(_ request: MockRequest) async -> MockResponse {
    var response = await market.handle(request)
    guard var page = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any],
      let products = page["pages"] as? [[String: Any]]
    else { return response }
    page["pages"] = products.filter { product in
      (product["id"] as? NSNumber).map { !Self.hides($0.int64Value) } ?? true
    }
    if let body = try? JSONSerialization.data(withJSONObject: page) { response.body = body }
    return response
  }
}
