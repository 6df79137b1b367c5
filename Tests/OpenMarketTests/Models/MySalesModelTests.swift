import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: my sales", .timeLimit(.minutes(5)))
struct MySalesModelTests {
  @Test("what is on sale and what is sold are two lists, between which a product moves at once")
  func lists() async throws {
    let test = try TestMarket(products: 0)
    let vendor = MarketplaceMock.Vendor.sample
    let market = try test.open { $0.vendor = Vendor(id: vendor.id, name: vendor.name) }
    let chair = try await market.client.sell(.chair, photos: [.pixel])
    let book = try await market.client.sell(.named("책 한 권"), photos: [.pixel])
    let sales = MySalesModel(market)
    let (onSale, sold) = (try #require(sales.onSale), try #require(sales.sold))
    try await eventually { onSale.phase == .endReached && sold.phase == .endReached }
    #expect(onSale.items.map(\.id) == [book.id, chair.id] && sold.items.isEmpty)
    let told = try await invalidated([
      "on sale": { _ = onSale.items }, "sold": { _ = (sold.items, sold.pending) },
      "lists": { _ = (sales.onSale, sales.sold) },
      "phases": { _ = (onSale.phase, sold.phase) },
    ]) {
      test.network = .held
      try await market.markSold(book.id)
      try await eventually { onSale.items.map(\.id) == [chair.id] }
      try await eventually { (sold.items + sold.pending).map(\.id) == [book.id] }
    }
    #expect(told == ["on sale", "sold"])
    test.network = .up
    try await market.outbox.flush()
    for list in [onSale, sold] { await list.refresh() }
    #expect(sold.items.map(\.id) == [book.id] && onSale.items.map(\.id) == [chair.id])
    try await market.close()
  }

  @Test(
    "as long as nobody knows who sells there are no lists, and they come with the first response to a write")
  func unknown() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let sales = MySalesModel(market)
    #expect(sales.onSale == nil && sales.sold == nil)
    let listing = try await market.sell(.chair, photos: [.pixel])
    _ = try await listing.value
    try await eventually { sales.onSale != nil && sales.sold != nil }
    try await eventually {
      guard let onSale = sales.onSale else { return false }
      return (onSale.items + onSale.pending).map(\.name) == [NewListing.chair.name]
    }
    try await market.close()
  }

  @Test("a released model ends")
  func released() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    var sales: MySalesModel? = MySalesModel(market)
    weak let model = sales
    await giveWayOften()
    sales = nil
    try await eventually { model == nil }
    try await market.close()
  }
}
