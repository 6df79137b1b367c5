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

  @Test("the states of a list, and the uploads, end with the market, also for who listens later")
  func ends() async throws {
    let test = try TestMarket(products: 5)
    let market = try test.open()
    let feed = market.feed()
    let listening = Task { for await _ in feed.states {} }
    #expect(await feed.settledState.items.count == 5)
    let uploads = Task { for await _ in market.submissions.uploads {} }
    try await market.close()
    await listening.value
    await uploads.value
    let last = feed.state
    for await state in feed.states { #expect(state == last) }
    for await uploads in market.submissions.uploads { #expect(uploads.isEmpty) }
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

  @Test(
    "a text with signs hides no newer products of the list offline, however old the names with the signs are")
  func searchingForSigns() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for number in 1...30 {
      let name = number == 1 ? "아이폰+ 케이스" : "아이폰 \(number)"
      _ = try await market.client.sell(.named(name), photos: [.pixel])
    }
    let all = try await ids(market.feed(), atLeast: 30)
    test.network = .down
    #expect(all.count == 30)
    #expect(try await ids(market.feed(matching: "아이폰+"), atLeast: 30) == all)
    try await market.close()
  }

  @Test("a new installation knows whose sales are one's own by the stored credentials")
  func mySalesAgain() async throws {
    let test = try TestMarket(products: 0)
    let vendor = MarketplaceMock.Vendor.sample
    let (signIns, server) = (CredentialsStore.memory(), try #require(URL(string: "http://market.test")))
    try signIns.save(VendorCredentials(identifier: vendor.identifier, secret: vendor.secret), for: server)
    let market = try test.open { $0.credentials = try signIns.credentials(for: server) }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let id = try await listing.value.id
    try await market.close()
    try FileManager.default.removeItem(at: market.store.folder)
    let again = try test.open { $0.credentials = try signIns.credentials(for: server) }
    #expect(try await ids(try again.mySales(), atLeast: 1) == [id.rawValue])
    try await again.close()
  }

  @Test("a page of one's own list says whether more follow", arguments: [(1, true), (3, false), (4, false)])
  func ownPages(page: Int, hasNext: Bool) {
    let products = [Product.sample(1)]
    let made = ProductPage(page: page, size: 20, products: products, totalCount: 41)
    #expect(made.lastPage == 3 && made.hasNext == hasNext && made.products == products)
    #expect(ProductPage(page: .min, size: 0, products: [], totalCount: -1).hasNext == false)
    #expect(ProductPage(page: .max, size: .max, products: [], totalCount: .max).lastPage == 1)
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
