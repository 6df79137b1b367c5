import Foundation
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Marketplace: what is displayed, after a return", .timeLimit(.minutes(5)))
struct MarketplaceRefreshTests {
  /// A feed that somebody looks at, read for the first time.
  private func watch(_ feed: ProductFeed) async throws -> Task<Void, Never> {
    let task = Task { for await _ in feed.states {} }
    try await eventually { feed.state.refreshedAt != nil && !feed.state.phase.isLoading }
    return task
  }

  /// A product that somebody looks at, as the server has just said it.
  private func watchProduct(_ market: Marketplace) async throws -> Task<Void, any Error> {
    _ = try await market.product(7)
    let (seen, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      for try await _ in market.updates(of: 7) { continuation.yield() }
    }
    for await _ in seen { break }
    return task
  }

  private func lists(_ test: TestMarket) -> [String] {
    test.mock.requestLog.filter { $0.method == .get && $0.target.contains("page_no=1&items_per_page=20") }
      .map(\.target)
  }

  private func details(_ test: TestMarket) -> Int {
    test.mock.requestLog.count { $0.method == .get && !$0.target.contains("page_no=") }
  }

  @Test(
    "after an hour away each stale list is read once, pending writes are sent, and what is fresh is not read")
  func anHourAway() async throws {
    let test = try TestMarket()
    let market = try test.open {
      $0.listStaleTime = .seconds(60)
      $0.detailStaleTime = .seconds(86_400)
    }
    let (all, chairs, unseen) = (market.feed(), market.feed(matching: "의자"), market.feed(matching: "책상"))
    let watches = [try await watch(all), try await watch(chairs)]
    unseen.refresh()
    _ = await unseen.settledState
    let detail = try await watchProduct(market)
    #expect(details(test) == 1)
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.sendingCount == 1 }
    await market.suspend(gracePeriod: .zero)
    test.network = .up
    test.wait(3_600)
    let before = lists(test).count
    await market.resume()
    let now = test.now
    try await eventually { [all, chairs].allSatisfy { $0.state.refreshedAt == now } }
    #expect(try await listing.value.id.rawValue > 0)
    try await eventually { !all.state.phase.isLoading && !chairs.state.phase.isLoading }
    // The lookup for the upload asks for lists, too, but for those of the vendor.
    let read = lists(test).dropFirst(before).filter {
      !$0.contains("search_value") || $0.contains("%EC%9D%98")
    }
    #expect(read.count == 2 && Set(read).count == 2, "\(read)")
    #expect(details(test) == 1)
    #expect(test.mock.ledger.count { $0.kind == .created } == 1)
    for watch in watches { watch.cancel() }
    detail.cancel()
    try await market.close()
  }

  @Test("ten triggers within five seconds ask the server once for each list")
  func tenTriggers() async throws {
    let test = try TestMarket()
    let market = try test.open { $0.detailStaleTime = .seconds(60) }
    let feed = market.feed()
    let watching = try await watch(feed)
    let detail = try await watchProduct(market)
    #expect(details(test) == 1)
    test.wait(3_600)
    #expect(market.refresh("active") == .ran)
    for _ in 0..<9 { market.refresh("timer") }
    let now = test.now
    try await eventually { feed.state.refreshedAt == now && !feed.state.phase.isLoading }
    try await eventually { try await market.product(7, policy: .cacheOnly).fetchedAt == now }
    #expect(lists(test).count == 2 && details(test) == 2)
    test.wait(5)
    await test.clock.sleepers(atLeast: 1)
    test.clock.advance(by: .seconds(5))
    // The merged run finds everything fresh, and opens another five seconds.
    try await eventually { test.clock.nextDeadline == .seconds(10) }
    #expect(lists(test).count == 2 && details(test) == 2)
    test.wait(10)
    test.clock.advance(by: .seconds(6))
    // The user's own run does not mind that the product is not stale yet.
    #expect(market.refresh("button", byUser: true) == .ran)
    try await eventually { lists(test).count == 3 && details(test) == 3 }
    watching.cancel()
    detail.cancel()
    try await market.close()
  }

  @Test(
    "the results of a search are read again like any list, in every order", arguments: ProductSort.allCases)
  func results(sort: ProductSort) async throws {
    let test = try TestMarket()
    let market = try test.open()
    let feed = market.feed(matching: "의자", sort: sort)
    let watching = try await watch(feed)
    func searches() -> Int { test.mock.requestLog.count { $0.target.contains("search_value") } }
    let before = searches()
    test.wait(3_600)
    #expect(market.refresh("foreground") == .ran)
    let now = test.now
    try await eventually { feed.state.refreshedAt == now && !feed.state.phase.isLoading }
    #expect(searches() == before + 1)
    watching.cancel()
    try await market.close()
  }

  @Test("a pulled list is read at once, however short ago the last run was, and brings the others along")
  func pull() async throws {
    let test = try TestMarket()
    let market = try test.open { $0.listStaleTime = .seconds(60) }
    let (pulled, other) = (market.feed(), market.feed(matching: "의자"))
    let watches = [try await watch(pulled), try await watch(other)]
    test.wait(120)
    pulled.refresh()
    try await eventually { lists(test).count == 4 }
    for count in 5...7 {
      _ = await pulled.settledState
      pulled.refresh()
      try await eventually { lists(test).count == count }
    }
    for watch in watches { watch.cancel() }
    try await market.close()
  }

  @Test("lists that could not be read are read when a response says that the network is back")
  func networkReturns() async throws {
    let test = try TestMarket()
    let market = try test.open()
    test.network = .down
    let feed = market.feed()
    let watching = Task { for await _ in feed.states {} }
    try await eventually { if case .failed = feed.state.phase { true } else { false } }
    test.network = .up
    // One of the list's top: another one would stand below it, if it is stored before the list reads what is stored.
    _ = try await market.product(100)
    try await eventually { feed.state.items.count == 20 && feed.state.offline == nil }
    watching.cancel()
    try await market.close()
  }
}
