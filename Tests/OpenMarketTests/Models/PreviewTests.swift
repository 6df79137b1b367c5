import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@MainActor @Suite("Markets for previews", .timeLimit(.minutes(5)))
struct PreviewTests {
  @Test("a preview has its products and its vendor, and leaves nothing behind when it is closed")
  func closes() async throws {
    let market = try Marketplace.preview()
    let list = ProductListModel(market.feed())
    try await eventually { list.items.count == 20 }
    #expect(MySalesModel(market).onSale != nil)
    let folder = market.store.folder
    #expect(FileManager.default.fileExists(atPath: folder.path()))
    try await market.close()
    #expect(!FileManager.default.fileExists(atPath: folder.path()))
  }

  @Test("a list keeps the market that it reads")
  func keptByList() async throws {
    let list = ProductListModel(try Marketplace.preview().feed())
    try await eventually { list.items.count == 20 }
  }

  @Test("a preview that is released leaves nothing behind")
  func released() async throws {
    var market: Marketplace? = try Marketplace.preview()
    let folder = try #require(market?.store.folder)
    _ = try await market?.products()
    #expect(FileManager.default.fileExists(atPath: folder.path()))
    market = nil
    try await eventually { !FileManager.default.fileExists(atPath: folder.path()) }
  }

  @Test("the same seed shows the same products, each preview has a store of its own")
  func seeds() async throws {
    let markets = try [1, 1, 2].map { seed in
      try Marketplace.preview(of: MarketplaceMock { ($0.productCount, $0.seed) = (5, seed) })
    }
    var names: [[String]] = []
    for market in markets { names.append(try await market.products().value.products.map(\.name)) }
    #expect(names[0] == names[1] && names[0] != names[2])
    #expect(Set(markets.map { $0.store.folder }).count == 3)
    for market in markets { try await market.close() }
  }

  @Test("offline nothing can be read, writes wait until there is a network, and nobody need be signed in")
  func offline() async throws {
    let market = try Marketplace.preview(vendor: nil, isOffline: true)
    let list = ProductListModel(market.feed())
    try await eventually { list.offline != nil && list.items.isEmpty }
    #expect(MySalesModel(market).onSale == nil)
    try await market.close()
    let mock = MarketplaceMock()
    mock.isOffline = true
    let vendor = try Marketplace.preview(of: mock)
    let listing = try await vendor.sell(.chair, photos: [.pixel])
    let outbox = OutboxModel(vendor)
    try await eventually { outbox.pending.map(\.id) == [listing.submission.id] }
    #expect(try await !vendor.outbox.flush(timeout: .milliseconds(1)).isEmpty && mock.requestLog.isEmpty)
    mock.isOffline = false
    #expect(try await vendor.outbox.flush().isEmpty && mock.ledger.map(\.kind) == [.created])
    try await vendor.close()
  }

  @Test("an offline preview leaves others of the same mock their network")
  func offlineAlone() async throws {
    let mock = MarketplaceMock()
    let online = try Marketplace.preview(of: mock)
    let offline = try Marketplace.preview(of: mock, isOffline: true)
    #expect(try await online.products().value.products.count == 20)
    await #expect(throws: HTTPError.self) { try await offline.products() }
    try await online.close()
    try await offline.close()
  }

  @Test("latency is on the clock that the market uses, and faults are those of the plan")
  func latency() async throws {
    let clock = ManualClock()
    let mock = MarketplaceMock {
      $0.productCount = 3
      $0.use(clock)
    }
    let market = try Marketplace.preview(of: mock, latency: .seconds(2)) { $0.http.use(clock) }
    async let page = market.products(policy: .networkOnly)
    await clock.sleepers(atLeast: 1)
    #expect(mock.requestLog.isEmpty)
    var elapsed = Duration.zero
    while mock.requestLog.isEmpty, !Task.isCancelled {
      // No further than to the end of the latency: the time limit of the call is on this clock, too.
      if let next = clock.nextDeadline, next <= elapsed + .seconds(2) {
        elapsed = max(elapsed, next)
        clock.advance(to: elapsed)
      }
      await giveWay()
    }
    #expect(try await page.value.products.count == 3)
    try await market.close()
    mock.setFaultPlan(FaultPlan(seed: 1) { $0.unauthorized = 1 })
    let broken = try Marketplace.preview(of: mock) { $0.http.maxAttempts = 1 }
    await #expect(throws: HTTPError.self) { try await broken.products() }
    try await broken.close()
  }
}
