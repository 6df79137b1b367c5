import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("Writes that wait, in everything that is read", .timeLimit(.minutes(5)))
struct PendingViewsTests {
  private let vendor = Vendor(
    id: MarketplaceMock.Vendor.sample.id, name: MarketplaceMock.Vendor.sample.name)

  private func open(_ test: TestMarket) throws -> Marketplace {
    try test.open {
      $0.vendor = vendor
      $0.outbox.startsByItself = false
    }
  }

  /// The first page, a product of another vendor, which the server will not have changed, a feed, and the
  /// product as it goes on.
  private func look(
    at market: Marketplace
  ) async throws -> (Stamped<ProductPage>, Product, ProductFeed, LiveProduct) {
    let page = try await market.products(page: 1)
    let theirs = try #require(page.products.first { $0.vendorID != vendor.id })
    let feed = market.feed()
    _ = await feed.settledState
    return (page, theirs, feed, LiveProduct(market, theirs.id))
  }

  @Test("an edit shows in page, detail, search, live value and feed at once, and leaves when it is refused")
  func editIsRefused() async throws {
    let test = try TestMarket(products: 5)
    let market = try open(test)
    let (page, theirs, feed, live) = try await look(at: market)
    try await eventually { live.latest == .some(theirs.name) }

    test.network = .down
    let listing = try await market.edit(theirs.id, ProductChanges(name: "보라색 우산"))
    func names() async throws -> [String?] {
      let detail = try await market.product(theirs.id, policy: .cacheOnly)
      let page = try await market.products(page: 1, policy: .cacheOnly)
      #expect(page.products.count == 5)
      let hits = try await market.search("보라색 우산", policy: .cacheOnly)
      #expect(
        detail.hasPendingWrites == page.hasPendingWrites && page.hasPendingWrites == hits.hasPendingWrites)
      return [
        detail.name, page.products.first { $0.id == theirs.id }?.name, hits.hits.first?.stored.product.name,
      ]
    }
    #expect(try await names() == ["보라색 우산", "보라색 우산", "보라색 우산"])
    #expect(try await market.store.product(theirs.id)?.product.name == theirs.name)
    try await eventually { live.latest == .some("보라색 우산") }
    try await eventually { feed.state.items.contains { $0.name == "보라색 우산" } }

    test.network = .up
    try await market.outbox.flush()
    #expect(try await market.store.submission(listing.submission.id)?.isFinished == true)
    #expect(try await names() == [theirs.name, theirs.name, nil])
    try await eventually { live.latest == .some(theirs.name) }
    try await eventually { feed.state.items.map(\.name) == page.products.map(\.name) }
    try await market.close()
  }

  @Test(
    "a search shows as many pending listings as asked for, counts all, and puts them where their price belongs"
  )
  func longQueue() async throws {
    let test = try TestMarket(products: 5)
    let market = try open(test)
    for price in 1...30 {
      var draft = NewListing.named("보라색 우산 \(price)")
      draft.price = Decimal(price * 7 % 31)
      try await market.sell(draft, photos: [.pixel])
    }
    func prices(_ sort: ProductSort) async throws -> [Decimal] {
      let found = try await market.search("보라색", sort: sort, limit: 4, policy: .cacheOnly)
      #expect(found.count == .exact(30) && found.hits.allSatisfy { !$0.matches.isEmpty })
      return found.hits.map(\.stored.product.salePrice)
    }
    #expect(try await prices(.priceAscending) == [1, 2, 3, 4])
    #expect(try await prices(.priceDescending) == [30, 29, 28, 27])
    #expect(try await prices(.newest) == [24, 17, 10, 3])
    #expect(try await prices(.relevance) == [24, 17, 10, 3])
    try await market.close()
  }

  @Test("a deletion takes the product out of everything at once, and brings it back when it is refused")
  func deletionIsRefused() async throws {
    let test = try TestMarket(products: 5)
    let market = try open(test)
    let (page, theirs, feed, live) = try await look(at: market)
    try await market.delete(theirs.id)
    #expect(
      try await market.products(page: 1).products.map(\.id)
        == page.products.map(\.id).filter { $0 != theirs.id })
    let error = await #expect(throws: HTTPError.self) { try await market.product(theirs.id) }
    #expect(error?.code == .notFound)
    #expect(try await market.search(theirs.name, policy: .cacheOnly).hits.allSatisfy { $0.id != theirs.id })
    try await eventually { live.latest == .some(nil) && feed.state.items.count == 4 }
    try await market.outbox.flush()
    #expect(try await market.product(theirs.id).name == theirs.name)
    try await eventually { live.latest == .some(theirs.name) && feed.state.items.count == 5 }
    #expect(feed.state.items.map(\.id) == page.products.map(\.id))
    try await market.close()
  }

  @Test("a new listing is on top at once, and the server's takes its place: never both, never none")
  func listingIsAccepted() async throws {
    let test = try TestMarket(products: 30)
    let market = try open(test)
    let feeds = [market.feed(), try market.mySales(), try market.mySales(.onSale)]
    for feed in feeds { _ = await feed.settledState }
    let watches = feeds.map(FeedWatch.init)
    let listing = try await market.sell(.named("보라색 우산"), photos: [.pixel])
    let live = LiveProduct(market, listing.id)
    for watch in watches {
      try await eventually { watch.states.last?.pending.map(\.id) == [listing.id] }
      watch.forget()
    }
    #expect(try await market.products(page: 1).products.first?.id == listing.id)
    #expect(try await market.search("보라색 우").hits.map(\.id) == [listing.id])
    let displayed = try await market.product(listing.id)
    #expect(displayed.name == "보라색 우산" && displayed.hasPendingWrites && displayed.vendorID == vendor.id)
    #expect(displayed.thumbnail?.isFileURL == true)

    try await market.outbox.flush()
    let accepted = try await listing.value
    for watch in watches { try await eventually { watch.states.last?.pending.map(\.id) == [accepted.id] } }
    for policy in [ReadPolicy.cacheOnly, .networkOnly, .cacheOnly] {
      let page = try await market.products(page: 1, policy: policy)
      #expect(page.products.count { $0.name == "보라색 우산" } == 1)
    }
    let page = try await market.products(page: 1)
    #expect(page.products.filter { $0.name == "보라색 우산" }.map(\.id) == [accepted.id])
    #expect(!page.hasPendingWrites)
    #expect(try await market.product(listing.id).id == accepted.id)
    try await eventually { live.latest == .some("보라색 우산") && live.ids.last == accepted.id }
    for feed in feeds {
      feed.refresh()
      _ = await feed.settledState
    }
    for watch in watches {
      try await eventually { watch.states.last?.items.first?.id == accepted.id }
      for state in watch.states {
        #expect((state.items + state.pending).count { $0.name == "보라색 우산" } == 1)
      }
    }
    try await market.close()
  }

  @Test("while a response is on its way, a list that shows the new listing already shows it once")
  func listingIsIndeterminate() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let feed = market.feed()
    _ = await feed.settledState
    let watch = FeedWatch(feed)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    try await market.sell(.named("보라색 우산"), photos: [.pixel])
    try await eventually { feed.state.pending.count == 1 }
    await market.outbox.driver.runInline()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    feed.refresh()
    _ = await feed.settledState
    try await eventually { feed.state.items.count == 4 && feed.state.pending.isEmpty }
    test.wait(60)
    await market.outbox.driver.retryAll()
    await market.outbox.driver.runInline()
    #expect(try await market.submissions.list().isEmpty)
    for state in watch.states where state.items.count + state.pending.count > 3 {
      #expect((state.items + state.pending).count { $0.name == "보라색 우산" } == 1)
    }
    try await market.close()
  }

  @Test("what is refused leaves the lists; corrected and accepted it is there again")
  func listingIsRefused() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    let feed = try market.mySales()
    _ = await feed.settledState
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    let listing = try await market.sell(.named("보라색 우산"), photos: [.pixel])
    try await eventually { feed.state.pending.count == 1 }
    try await market.edit(listing.id, ProductChanges(price: 7))
    try await market.outbox.flush()
    try await eventually { feed.state.pending.isEmpty }
    let error = await #expect(throws: HTTPError.self) { try await market.product(listing.id) }
    #expect(error?.code == .notFound)
    let refused = try #require(try await market.submissions.list().first)
    #expect(refused.write.photos.count == 1)
    try await market.submissions.resubmit(refused.id)
    try await eventually { feed.state.pending.map(\.price) == [7] }
    try await market.outbox.flush()
    try await eventually { feed.state.pending.map(\.id) == [4] }
    try await market.close()
  }

  @Test("a sold product changes tabs of my sales at once, and keeps its place there when it is accepted")
  func soldProductMoves() async throws {
    let test = try TestMarket(products: 3)
    let market = try open(test)
    var ids: [Product.ID] = []
    for index in 0..<4 {
      ids.append(
        try await market.client.sell(.named("접는 의자 \(index)", stock: index % 2), photos: [.pixel]).id)
    }
    let (onSale, sold) = (try market.mySales(.onSale), try market.mySales(.soldOut))
    _ = await onSale.settledState
    _ = await sold.settledState
    #expect(
      onSale.state.items.map(\.id) == [ids[3], ids[1]] && sold.state.items.map(\.id) == [ids[2], ids[0]])
    let watch = FeedWatch(sold)

    // Taken back: everything is where it was.
    let mistake = try await market.markSold(ids[1])
    try await eventually { onSale.state.items.map(\.id) == [ids[3]] }
    try await eventually { sold.state.items.map(\.id) == [ids[2], ids[1], ids[0]] }
    #expect(sold.state.isContiguous && onSale.state.isContiguous)
    try await market.submissions.cancel(mistake.submission.id)
    try await eventually { onSale.state.items.map(\.id) == [ids[3], ids[1]] }
    try await eventually { sold.state.items.map(\.id) == [ids[2], ids[0]] }

    // Accepted: it stays where it went.
    try await market.markSold(ids[1])
    try await eventually { sold.state.items.map(\.id) == [ids[2], ids[1], ids[0]] }
    watch.forget()
    try await market.outbox.flush()
    try await eventually { try await !market.store.hasPending }
    sold.refresh()
    _ = await sold.settledState
    #expect(sold.state.items.map(\.id) == [ids[2], ids[1], ids[0]] && sold.state.items[1].stock == 0)
    #expect(onSale.state.items.map(\.id) == [ids[3]])
    for state in watch.states { #expect(state.items.contains { $0.id == ids[1] }) }

    // And back by offering it again, offline.
    test.network = .down
    try await market.relist(ids[0])
    try await eventually { onSale.state.items.map(\.id) == [ids[3], ids[0]] }
    try await eventually { sold.state.items.map(\.id) == [ids[2], ids[1]] }
    let offline = try market.mySales(.onSale)
    _ = await offline.settledState
    try await eventually { (offline.state.items + offline.state.pending).map(\.id) == [ids[3], ids[0]] }
    try await market.close()
  }

  @Test("reads see pending writes from other processes, without anybody listening")
  func otherProcess() async throws {
    let test = try TestMarket(products: 3)
    let (market, other) = (
      try open(test),
      try test.open {
        $0.outbox.startsByItself = false
        $0.store.pollInterval = .zero
      }
    )
    let name = try await other.product(2).name
    try await market.edit(2, ProductChanges(name: "보라색 우산"))
    #expect(try await other.product(2).name == "보라색 우산")
    try await market.submissions.cancel(try #require(try await market.submissions.list().first?.id))
    #expect(try await other.product(2).name == name)
    try await market.close()
    try await other.close()
  }

  @Test(
    "a stored page shows new listings with their photos and vendor, also those that a text selects among many"
  )
  func storedPage() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    _ = try await market.products(page: 1)
    _ = try await market.products(page: 1, matching: "우산")
    test.network = .down
    try await market.sell(.named("접는 우산"), photos: [.pixel])
    for number in 0..<120 { try await market.sell(.named("중고 책 \(number)"), photos: [.pixel]) }
    let page = try await market.products(page: 1, policy: .cacheOnly).value
    let newest = try #require(page.products.first)
    #expect(newest.name == "중고 책 119" && newest.thumbnail?.scheme == "file")
    let umbrellas = try await market.products(page: 1, matching: "우산", policy: .cacheOnly).value
    #expect(umbrellas.products.map(\.name) == ["접는 우산"])
    try await market.close()
  }

  @Test("a pending listing is found by the same texts as once it is accepted")
  func sameTexts() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.network = .down
    try await market.sell(.named("중고 맥/북 A4512"), photos: [.pixel])
    let texts = ["맥북", "512", "451", "맥", "북", "중고맥", "a4512", "A45", "맥/북", "중ㄱ"]
    func found() async throws -> [Bool] {
      var found: [Bool] = []
      for text in texts {
        // What stands for a text without hits is another text's.
        let results = try await market.search(text, policy: .cacheOnly).value
        found.append(!results.hits.isEmpty && results.correction == nil)
      }
      return found
    }
    let pending = try await found()
    #expect(pending == [false, false, true, true, true, true, true, true, true, true])
    test.network = .up
    try await market.outbox.flush()
    let accepted = try await found()
    #expect(accepted == pending)
    try await market.close()
  }

  @Test("a search follows pending writes: filters, orders, and names that leave and enter")
  func search() async throws {
    let test = try TestMarket(products: 0)
    let market = try open(test)
    for index in 0..<4 {
      let draft = NewListing.named("접는 의자 \(index)", price: Decimal(1_000 * (index + 1)))
      let product = try await market.client.sell(draft, photos: [.pixel])
      try await market.store.save([product], completeness: .detailed, fetchedAt: test.now)
    }
    test.network = .down
    try await market.markSold(1)
    try await market.edit(2, ProductChanges(price: 9_000))
    try await market.edit(3, ProductChanges(name: "나무 책상"))
    try await market.delete(4)
    let listing = try await market.sell(.named("새 의자", price: 500), photos: [.pixel])
    func ids(_ filter: ProductFilter = .all, _ sort: ProductSort) async throws -> [Product.ID] {
      try await market.search("의자", filter: filter, sort: sort, policy: .cacheOnly).hits.map(\.id)
    }
    #expect(try await ids(ProductFilter(availability: .onSale), .newest) == [listing.id, 2])
    #expect(try await ids(ProductFilter(availability: .soldOut), .newest) == [1])
    #expect(try await ids(.all, .priceDescending) == [2, 1, listing.id])
    #expect(try await market.search("나무 책상", policy: .cacheOnly).hits.map(\.id) == [3])
    try await market.close()
  }
}

/// Keeps all states of a feed.
private final class FeedWatch: Sendable {
  private let log = Mutex<[FeedState]>([])
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ feed: ProductFeed) {
    let states = feed.states
    task.withLock { task in
      task = Task { [weak self] in
        for await state in states {
          guard let self else { return }
          log.withLock { $0.append(state) }
        }
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }

  var states: [FeedState] { log.withLock { $0 } }
  func forget() { log.withLock { $0.removeAll() } }
}

/// Follows a product.
private final class LiveProduct: Sendable {
  private let log = Mutex<[Product?]>([])
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ market: Marketplace, _ id: Product.ID) {
    let values = market.updates(of: id)
    task.withLock { task in
      task = Task { [weak self] in
        for try await value in values {
          guard let self else { return }
          log.withLock { $0.append(value) }
        }
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }

  /// The latest name: `.some(nil)` when there is no product, `nil` before the first value.
  var latest: String?? { log.withLock { $0.last.map { $0?.name } } }
  var ids: [Product.ID?] { log.withLock { $0.map { $0?.id } } }
}
