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

  @Test(
    "a pending listing is found by its description and its vendor's name, behind the names",
    arguments: ProductSort.allCases)
  func otherFields(sort: ProductSort) async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    var stored = product(1, "책상", price: 500)
    stored.description = "랜턴 포함"
    try await market.store.save(
      [stored, product(2, "랜턴", price: 700)], completeness: .listed, fetchedAt: test.now)
    var draft = NewListing.named("나무 의자", price: 600)
    draft.description = "랜턴도 같이 드립니다, 연락 주세요."
    let listing = try await market.sell(draft, photos: [.pixel])
    let found = try await market.search("랜턴", sort: sort, policy: .cacheOnly)
    #expect(found.hits.map(\.id) == (sort == .priceAscending ? [2, 1, listing.id] : [2, listing.id, 1]))
    #expect(found.hits.map(\.match.stage) == [0, 2, 2])
    let vendor = String(MarketplaceMock.Vendor.sample.name.prefix(2))
    let sold = try await market.search(vendor + " 의자", sort: sort, policy: .cacheOnly)
    #expect(sold.hits.map(\.id) == [listing.id])
    guard case .vendor(let ranges)? = sold.hits.first?.match else {
      Issue.record("found for another reason")
      return
    }
    #expect(ranges.map { String(sold.hits[0].product.vendorName?[$0] ?? "") } == [vendor])
    try await market.close()
  }

  @Test("an edit of the description brings a product into a search and takes it out")
  func editedDescription() async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    var stored = product(1, "책상", price: 500)
    stored.description = "의자도 드립니다"
    try await market.store.save(
      [stored, product(2, "의자", price: 700), product(3, "조명", price: 700)], completeness: .listed,
      fetchedAt: test.now)
    test.network = .down
    func hits(_ text: String) async throws -> [Product.ID] {
      try await market.search(text, sort: .newest, policy: .cacheOnly).hits.map(\.id)
    }
    #expect(try await hits("의자") == [2, 1])
    try await market.edit(3, ProductChanges(description: "의자와 잘 어울리는 조명"))
    #expect(try await hits("의자") == [2, 3, 1])
    #expect(try await hits("조명 의자") == [3])
    try await market.edit(1, ProductChanges(description: "책상만 저렴하게 드립니다"))
    #expect(try await hits("의자") == [2, 3])
    try await market.edit(1, ProductChanges(name: "의자 책상"))
    #expect(try await hits("의자") == [2, 1, 3])
    try await market.close()
  }

  @Test("a text that only pending writes give to products is not corrected")
  func uncorrected() async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    try await market.store.save(
      [product(1, "의자", price: 500), product(2, "조명", price: 700)], completeness: .listed,
      fetchedAt: test.now)
    test.network = .down
    let corrected = try await market.search("조명 의자", policy: .cacheOnly)
    #expect(corrected.correction != nil && corrected.hits.count == 1)
    let listing = try await market.sell(.named("의자 모양 조명", price: 600), photos: [.pixel])
    try await market.edit(2, ProductChanges(name: "의자 위 조명"))
    let found = try await market.search("조명 의자", sort: .newest, policy: .cacheOnly)
    #expect(found.hits.map(\.id) == [listing.id, 2])
    #expect(found.correction == nil && found.count == .exact(2))
    try await market.delete(2)
    #expect(try await market.search("조명 의자", policy: .cacheOnly).hits.map(\.id) == [listing.id])
    try await market.close()
  }
}
