import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: product list", .timeLimit(.minutes(5)))
struct ProductListModelTests {
  private func readers(_ list: ProductListModel) -> [String: @MainActor () -> Void] {
    [
      "items": { _ = list.items }, "pending": { _ = list.pending }, "newCount": { _ = list.newCount },
      "phase": { _ = list.phase }, "offline": { _ = list.offline },
      "isContiguous": { _ = list.isContiguous },
    ]
  }

  @Test("a list is read on as it is scrolled, and refreshed; what is to be listed stands above it")
  func scrolls() async throws {
    let test = try TestMarket(products: 50)
    let market = try test.open()
    let list = ProductListModel(market.feed())
    try await eventually { list.items.count == 20 && list.phase == .idle }
    list.itemAppeared(list.items[19].id)
    try await eventually { list.items.count > 30 && list.phase == .idle }
    _ = test.mock.addListings(3, of: .other, named: "새 물건")
    await list.refresh()
    #expect(list.items.first?.name == "새 물건" && list.phase == .idle)
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { list.pending.map(\.id) == [listing.id] }
    test.network = .up
    try await eventually { list.pending.map(\.id) == [54] }
    await list.refresh()
    #expect(list.pending.isEmpty && list.items.first?.name == NewListing.chair.name)
    try await market.close()
  }

  @Test("a list says from the first frame on that it is being loaded, and has what its feed has")
  func firstFrame() async throws {
    let test = try TestMarket(products: 50)
    let market = try test.open()
    let list = ProductListModel(market.feed())
    #expect(list.phase == .loadingFirst)
    try await eventually { list.items.count == 20 && list.phase == .idle }
    #expect(ProductListModel(list.feed).items.count == 20)
    let search = SearchModel(market)
    search.submit("의자")
    #expect(search.results?.phase == .loadingFirst)
    try await market.close()
  }

  @Test("a list of a closed market stays, and asks the server no more")
  func closed() async throws {
    let test = try TestMarket(products: 50)
    let market = try test.open()
    let list = ProductListModel(market.feed())
    try await eventually { list.items.count == 20 && list.phase == .idle }
    try await market.close()
    let requests = test.requestCount
    await list.refresh()
    #expect(list.items.count == 20 && list.offline == nil)
    let late = ProductListModel(market.feed())
    try await eventually { if case .failed = late.phase { true } else { false } }
    #expect(late.items.isEmpty && test.requestCount == requests)
  }

  @Test("offline the store serves, which the list says; retry repeats what failed")
  func offline() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    test.network = .down
    let list = ProductListModel(market.feed())
    try await eventually { if case .failed = list.phase { true } else { false } }
    #expect(list.items.isEmpty && list.offline != nil)
    test.network = .up
    list.retry()
    try await eventually { list.items.count == 20 && list.offline == nil }
    test.network = .down
    let stored = ProductListModel(market.feed())
    try await eventually { stored.items.count == 20 && stored.offline != nil && !stored.isContiguous }
    try await market.close()
  }

  @Test("a change invalidates only who reads it")
  func invalidates() async throws {
    let test = try TestMarket(products: 10)
    let market = try test.open()
    let list = ProductListModel(market.feed())
    try await eventually { list.phase == .endReached }
    test.network = .uploadsHeld
    let new = try await invalidated(readers(list)) {
      try await market.sell(.chair, photos: [.pixel])
      try await eventually { list.pending.count == 1 }
    }
    #expect(new == ["pending"])
    test.network = .held
    let id = try #require(list.items.first?.id)
    let edited = try await invalidated(readers(list)) {
      try await market.edit(id, ProductChanges(price: 77))
      try await eventually { list.items.first?.price == 77 }
    }
    #expect(edited == ["items"])
    let nothing = await invalidated(readers(list)) { await giveWayOften() }
    #expect(nothing.isEmpty)
    test.network = .up
    try await market.close()
  }

  @Test("a released list reads no more")
  func released() async throws {
    let test = try TestMarket(products: 10)
    let market = try test.open()
    test.network = .blackHole
    var list: ProductListModel? = ProductListModel(market.feed())
    weak let model = list
    weak let feed = list?.feed
    try await eventually { model?.phase == .loadingFirst }
    list = nil
    try await eventually { model == nil && feed == nil }
    try await market.close()
  }

  @Test(
    "a released list reads no more while the market is suspended, and one that is kept goes on afterwards")
  func suspended() async throws {
    let test = try TestMarket(products: 10)
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    var list: ProductListModel? = ProductListModel(market.feed())
    weak let model = list
    let other = ProductListModel(market.feed())
    await giveWayOften()
    #expect(other.items.isEmpty)
    list = nil
    try await eventually { model == nil }
    await market.resume()
    try await eventually { other.items.count == 10 }
    try await market.close()
  }
}

/// Lets everything run that can.
func giveWayOften() async {
  for _ in 0..<50 { await giveWay() }
}
