import Foundation
import OpenMarketHTTP
import OpenMarketMock
import Synchronization
import Testing

@testable import OpenMarket

struct ResponseWatchTests {
  @Test("telling of a response takes no more of the stack after hundreds of responses")
  func depth() async throws {
    let url = try #require(URL(string: "http://market.test/healthChecker"))
    let (watch, depths) = (ResponseWatch(), Depths())
    watch.listen { _ in depths.note() }
    let transport = WatchedTransport(base: MockTransport(MarketplaceMock()), watch: watch)
    let client = try HTTPClient(server: url, transport: transport)
    for _ in 0..<200 { _ = try await client.data(from: url) }
    let found = depths.all.withLock { $0 }
    #expect(found.count == 200 && (found.max() ?? 0) - (found.min() ?? 0) < 40)
  }
}

/// How many frames the stack has whenever somebody looks.
private final class Depths: Sendable {
  let all = Mutex<[Int]>([])

  func note() {
    let depth = Thread.callStackReturnAddresses.count
    all.withLock { $0.append(depth) }
  }
}
