import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Searches with so many hits that those across a space stand among the others", .timeLimit(.minutes(5)))
struct ManyHitsTests {
  private func product(_ id: Int64, _ name: String, stock: Int = 1) -> Product {
    Product(id: .init(rawValue: id), vendorID: 7, name: name, currency: .krw, price: 1_000, stock: stock)
  }

  /// A market with 1,100 hits for 맥북: most have it across a space only, and some of those are sold.
  private func market() async throws -> (TestMarket, Marketplace) {
    let test = try TestMarket(products: 0)
    let market = try test.open {
      $0.vendor = Vendor(id: MarketplaceMock.Vendor.sample.id, name: MarketplaceMock.Vendor.sample.name)
      $0.outbox.startsByItself = false
    }
    let products = (1...1_100).map { (number: Int64) -> Product in
      let name = number % 20 == 0 ? "맥북 케이스" : "자전거맥 북극곰"
      return product(number, name, stock: number % 10 == 5 ? 0 : 1)
    }
    try await market.store.save(
      products + [product(5_000, "책상", stock: 0), product(5_001, "책상")], completeness: .listed,
      fetchedAt: test.now)
    return (test, market)
  }

  @Test("no hit of this device's page gives way to the server's others, which follow it")
  func blended() async throws {
    let (_, market) = try await market()
    let query = SearchQuery("맥북", limit: 20)
    let local = try await market.store.search(query)
    // Ten with a word, and ten across a space.
    #expect(
      local.hits.map(\.product.name) == Array(repeating: "맥북 케이스", count: 10)
        + Array(repeating: "자전거맥 북극곰", count: 10))
    let others = [product(9_001, "맥북 가방"), product(9_002, "자전거맥 북극곰"), product(9_003, "맥북 가방", stock: 0)]
    let page = ProductPage(
      page: 1, itemsPerPage: 20, totalCount: 3, offset: 0, limit: 20, lastPage: 1, hasNext: false,
      hasPrevious: false, products: others)
    for limit in [20, 40] {
      let blend = SearchBlend(query: SearchQuery("맥북", limit: limit))
      let hits = blend.blend(local, with: page, fetchedAt: .distantPast).hits
      #expect(hits.map(\.id) == Array((local.hits.map(\.id) + others.map(\.id)).prefix(limit)))
    }
    try await market.close()
  }

  @Test("a pending write moves no other hit, and brings in what is sold behind all that is on sale")
  func pending() async throws {
    let (test, market) = try await market()
    test.network = .down
    func hits() async throws -> [Product.ID] {
      try await market.search("맥북", limit: 200, policy: .cacheOnly).hits.map(\.id)
    }
    // Those on sale of the newest window, and the first ones of the next.
    let before = try await hits()
    #expect(before.count == 200 && before[179] == 901 && before[180] == 900)
    try await market.edit(before[50], ProductChanges(price: 2_000))
    #expect(try await hits() == before)
    try await market.edit(5_000, ProductChanges(name: "맥북 책상"))
    #expect(try await hits() == before)
    try await market.edit(5_001, ProductChanges(name: "자전거맥 북극곰"))
    let added: [Product.ID] = [5_001]
    #expect(try await hits() == added + Array(before.dropLast()))
    try await market.close()
  }
}
