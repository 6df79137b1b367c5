import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("ProductFeed: thumbnails ahead", .timeLimit(.minutes(5)))
struct ThumbnailPrefetchTests {
  private let test: TestMarket

  init() throws { test = try TestMarket(products: 60) }

  /// The paths of the thumbnails that were asked for.
  private func asked() -> Set<String> {
    Set(test.mock.requestLog.map(\.target).filter { $0.hasPrefix("/images/") })
  }

  private func thumbnails(_ items: some Sequence<Product>) -> Set<String> {
    Set(items.compactMap { $0.thumbnail?.path() })
  }

  @Test(
    "what comes after the products on the screen is loaded, as far as the feed looks ahead",
    arguments: [ThumbnailPrefetch.disk, .memory(.pixels(50, mode: .crop))])
  func ahead(_ thumbnailPrefetch: ThumbnailPrefetch) async throws {
    let market = try test.open()
    let feed = market.feed {
      $0.prefetchDistance = 4
      $0.thumbnails = thumbnailPrefetch
    }
    let items = await feed.settledState.items
    #expect(asked().isEmpty)
    for item in items[...3] { feed.itemAppeared(item.id) }
    try await eventually { asked().isSuperset(of: thumbnails(items[4...7])) }
    #expect(asked().isDisjoint(with: thumbnails(items[8...])))
    try await market.close()
  }

  @Test("thumbnails in memory are there for the cell at once")
  func atOnce() async throws {
    let market = try test.open()
    let target = ImageTarget.pixels(50, mode: .crop)
    let feed = market.feed { $0.thumbnails = .memory(target) }
    let items = await feed.settledState.items
    feed.itemAppeared(items[0].id)
    let next = try #require(items[1...5].compactMap(\.thumbnail).first { $0.pathExtension == "jpg" })
    try await eventually { market.images.cachedImage(for: ImageRequest(next, fitting: target)) != nil }
    try await market.close()
  }

  @Test("with the feed ends what it was loading")
  func endsWithFeed() async throws {
    let market = try test.open()
    var feed: ProductFeed? = market.feed { $0.thumbnails = .memory(.pixels(50)) }
    let first = try #require(await feed?.settledState.items.first)
    test.network = .blackHole
    feed?.itemAppeared(first.id)
    try await eventually { market.images.counters.downloads == 2 }
    feed = nil
    try await eventually {
      let counters = market.images.counters
      return counters.cancelledDownloads == counters.downloads
    }
    #expect(market.images.counters.downloads == 2)
    try await market.close()
  }

  @Test("on a constrained network only what is displayed is loaded, and pages when their place has come")
  func constrained() async throws {
    let market = try test.open { $0.isNetworkConstrained = { [test] in test.isConstrained } }
    test.isConstrained = true
    let feed = market.feed { $0.thumbnails = .memory(.pixels(50)) }
    let items = await feed.settledState.items
    for item in items.dropLast() { feed.itemAppeared(item.id) }
    let urls = items.compactMap(\.thumbnail)
    let prefetch = market.images.prefetch(urls.map { ImageRequest($0, fitting: .pixels(50)) })
    let files = market.images.prefetch(urls.map { ImageRequest($0, fitting: .original) }, onlyToDisk: true)
    #expect(market.images.counters.requests == 0 && asked().isEmpty && !feed.state.phase.isLoading)
    let first = try #require(urls.first { $0.pathExtension == "jpg" })
    _ = try await market.images.image(at: first, fitting: .pixels(50))
    #expect(asked().count == 1)
    feed.itemAppeared(try #require(items.last).id)
    #expect(await feed.settledState.items.count > items.count)
    #expect(asked().count == 1)
    // Without a limit again, what comes next is loaded ahead.
    test.isConstrained = false
    let next = try #require(await feed.settledState.items.dropFirst(items.count).first)
    feed.itemAppeared(next.id)
    try await eventually { asked().count > 1 }
    withExtendedLifetime((prefetch, files)) {}
    try await market.close()
  }

  @Test("by default nothing is loaded")
  func off() async throws {
    let market = try test.open()
    let feed = market.feed()
    let items = await feed.settledState.items
    feed.itemAppeared(items[0].id)
    #expect(market.images.counters.requests == 0)
    try await market.close()
  }
}
