import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Pending writes in searches for equivalents", .timeLimit(.minutes(5)))
struct PendingEquivalentsTests {
  private func open(_ test: TestMarket) throws -> Marketplace {
    try test.open {
      $0.vendor = Vendor(id: MarketplaceMock.Vendor.sample.id, name: MarketplaceMock.Vendor.sample.name)
      $0.outbox.startsByItself = false
    }
  }

  private func product(_ id: Int64, _ name: String, price: Decimal) -> Product {
    Product(id: .init(rawValue: id), vendorID: 7, name: name, currency: .krw, price: price, stock: 1)
  }

  @Test(
    "a pending listing is found by an equivalent of its name, behind the hits for the text itself",
    arguments: ProductSort.allCases)
  func listing(sort: ProductSort) async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    try await market.store.save(
      [product(1, "아이폰 13", price: 500), product(2, "iPhone 12", price: 700)], completeness: .listed,
      fetchedAt: test.now)
    let listing = try await market.sell(.named("iPhone 15", price: 600), photos: [.pixel])
    let found = try await market.search("아이폰", sort: sort, policy: .cacheOnly)
    #expect(found.hits.map(\.id) == (sort == .priceDescending ? [1, 2, listing.id] : [1, listing.id, 2]))
    #expect(found.count == .exact(3))
    let hit = try #require(found.hits.first { $0.id == listing.id })
    #expect(hit.match == .equivalents(["아이폰": "iphone"]))
    #expect(hit.matches.map { String(hit.product.name[$0]) } == ["iPhone"])
    #expect(try await market.search("아이폰", sort: sort, limit: 1, policy: .cacheOnly).hits.map(\.id) == [1])
    try await market.close()
  }

  @Test("an edit of the name moves a hit to where its new reason belongs")
  func edit() async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    try await market.store.save(
      [
        product(1, "iPhone 11", price: 1), product(2, "아이폰 12", price: 2), product(3, "아이폰 13", price: 3),
      ], completeness: .listed, fetchedAt: test.now)
    test.network = .down
    func hits() async throws -> [Product.ID] {
      try await market.search("아이폰", sort: .newest, policy: .cacheOnly).hits.map(\.id)
    }
    #expect(try await hits() == [3, 2, 1])
    try await market.edit(3, ProductChanges(name: "iPhone 13"))
    #expect(try await hits() == [2, 3, 1])
    try await market.edit(1, ProductChanges(name: "아이폰 11"))
    #expect(try await hits() == [2, 1, 3])
    try await market.close()
  }
}
