import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Marketplace: feeds", .timeLimit(.minutes(5)))
struct MarketplaceFeedTests {
  private func ids(_ feed: ProductFeed, atLeast count: Int) async throws -> [Int64] {
    feed.refresh()
    var state = await feed.settledState
    while state.items.count < count {
      feed.loadNext()
      let next = await feed.settledState
      guard next.items.count > state.items.count else { break }
      state = next
    }
    return state.items.map(\.id.rawValue)
  }

  @Test("a feed shows all products, and offline what is stored of them")
  func online() async throws {
    let test = try TestMarket(products: 50)
    let market = try test.open()
    let online = try await ids(market.feed { $0.pageSize = 20 }, atLeast: 50)
    #expect(online == (1...50).reversed())
    test.network = .down
    #expect(try await ids(market.feed(), atLeast: 50) == online)
    try await market.close()
  }

  @Test("a feed of a search goes on offline with what this device finds")
  func searching() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for number in 1...45 {
      let name = number.isMultiple(of: 3) ? "책상 \(number)" : "캠핑 의자 \(number)"
      _ = try await market.client.sell(.named(name), photos: [.pixel])
    }
    let online = try await ids(market.feed(matching: "의자"), atLeast: 30)
    #expect(online.count == 30)
    test.network = .down
    #expect(try await ids(market.feed(matching: "의자"), atLeast: 30) == online)
    try await market.close()
  }

  @Test("own sales are told by the vendor's number, not by a name that others may have")
  func mySales() async throws {
    let test = try TestMarket(products: 0)
    let vendor = MarketplaceMock.Vendor.sample
    let market = try test.open { $0.vendor = Vendor(id: vendor.id, name: vendor.name) }
    let first = try await market.client.sell(.chair, photos: [.pixel])
    let sold = try await market.client.sell(.named("책상 의자", stock: 0), photos: [.pixel])
    let other = try test.open {
      $0.credentials = try VendorCredentials(
        identifier: MarketplaceMock.Vendor.other.identifier,
        secret: MarketplaceMock.Vendor.other.secret)
    }
    _ = try await other.client.sell(.named("\(vendor.name)에서 산 의자"), photos: [.pixel])
    for network in [TestMarket.Network.up, .down] {
      test.network = network
      #expect(try await ids(try market.mySales(), atLeast: 2) == [sold.id.rawValue, first.id.rawValue])
      #expect(try await ids(try market.mySales(.onSale), atLeast: 1) == [first.id.rawValue])
      #expect(try await ids(try market.mySales(.soldOut), atLeast: 1) == [sold.id.rawValue])
    }
    let error = #expect(throws: HTTPError.self) { try other.mySales() }
    #expect(error?.code == .unauthorized)
    try await market.close()
    try await other.close()
  }
}
