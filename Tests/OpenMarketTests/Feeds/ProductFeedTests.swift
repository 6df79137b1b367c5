import Foundation
import HTTPTypes
import Observation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Product feed", .timeLimit(.minutes(5)))
struct ProductFeedTests {
  let list = Array((1...100).reversed().map(Int64.init))

  @Test("a listener gets the present state first and none twice in a row, and makes the feed begin")
  func states() async throws {
    let server = HeldServer()
    let feed = ProductFeed(source: FeedSource(window: server.window))
    var states = feed.states.makeAsyncIterator()
    #expect(try await states.next()?.phase == .loadingFirst)
    await server.request()?.give(list)
    let loaded = try #require(try await states.next())
    #expect(loaded.items.count == 20 && loaded.phase == .idle && loaded.isContiguous)
    feed.retry()  // Nothing failed, so nothing changes and nobody hears of it.
    feed.loadNext()
    #expect(try await states.next()?.phase == .loadingNext)
    // A second listener starts where the feed is.
    var others = feed.states.makeAsyncIterator()
    #expect(try await others.next()?.phase == .loadingNext)
    await server.request()?.give(list)
    #expect(try await states.next() == feed.state)
    #expect(try await others.next() == feed.state)
  }

  @Test("a refresh cancels what is being read, whose response does not count any more")
  func refresh() async throws {
    let server = HeldServer()
    let feed = ProductFeed(source: FeedSource(window: server.window))
    feed.loadNext()
    await server.request()?.give(list)
    _ = await feed.settledState
    feed.loadNext()
    let late = await server.request()
    feed.refresh()
    for await _ in server.cancellations { break }
    late?.give(list)
    await server.request()?.give([105] + list)
    let state = await feed.settledState
    #expect(state.items.count == 20 && state.items.first?.id == 105)
  }

  @Test("a feed that nobody holds any more cancels what it reads; a sequence holds it")
  func end() async throws {
    let server = HeldServer()
    var feed: ProductFeed? = ProductFeed(source: FeedSource(window: server.window))
    var states = Optional(try #require(feed).states.makeAsyncIterator())
    _ = try await states?.next()
    let request = await server.request()
    feed = nil
    request?.give(list)
    #expect(try await states?.next()?.items.count == 20)

    feed = ProductFeed(source: FeedSource(window: server.window))
    feed?.loadNext()
    _ = await server.request()
    (feed, states) = (nil, nil)
    for await _ in server.cancellations { break }
  }

  @Test("a feed that is released while a store that is suspended holds up its reads ends them")
  func endsWaiting() async throws {
    let (stream, changes) = AsyncStream.makeStream(of: StoreChange.self)
    let (cancelled, cancellations) = AsyncStream.makeStream(of: Void.self)
    let (asked, questions) = AsyncStream.makeStream(of: Void.self)
    let source = FeedSource(
      window: { page, size in
        ProductPage(page: page, size: size, products: [.sample(2), .sample(1)], totalCount: 2)
      },
      products: { _ in
        questions.yield()
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        withExtendedLifetime(end) { cancellations.finish() }
        throw CancellationError()
      }, changes: { stream })
    var feed: ProductFeed? = ProductFeed(source: source)
    feed?.loadNext()
    _ = await feed?.settledState
    changes.yield(.everything)
    for await _ in asked { break }
    feed = nil
    for await _ in cancelled {}
  }

  @Test("a listener whose task is cancelled gets no more")
  func cancelledListener() async {
    let feed = ProductFeed(source: FeedSource(window: HeldServer().window))
    let listening = Task {
      for await _ in feed.states {}
      return true
    }
    listening.cancel()
    #expect(await listening.value)
  }

  @Test("a list listens to this device from its first call on, not a moment later")
  func listensAtOnce() {
    let calls = Mutex(0)
    let source = FeedSource(
      window: { _, _ in throw CancellationError() }, stored: { _, _ in [] },
      changes: {
        calls.withLock { $0 += 1 }
        return AsyncStream { $0.finish() }
      })
    let feed = ProductFeed(source: source)
    feed.loadNext()
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("products that changed are read in turn: what was read earlier is never displayed later")
  func rereadsInTurn() async {
    let (stream, changes) = AsyncStream.makeStream(of: StoreChange.self)
    let log = Mutex((calls: 0, hasReturned: false, overlaps: false))
    @Sendable func letOthersRun() async { for _ in 0..<1_000 { await Task.yield() } }
    let source = FeedSource(
      window: nil,
      stored: { last, _ in
        guard last == nil else { return [] }
        // Between the read and its display.
        changes.yield(.products([1], removed: []))
        await letOthersRun()
        return [.sample(1, name: "old")]
      },
      products: { _ in
        let call = log.withLock { log in
          log.calls += 1
          log.overlaps = log.overlaps || (log.calls > 1 && !log.hasReturned)
          return log.calls
        }
        guard call == 1 else { return [.sample(1, name: "new")] }
        changes.yield(.products([1], removed: []))
        await letOthersRun()
        log.withLock { $0.hasReturned = true }
        return [.sample(1, name: "old")]
      }, changes: { stream })
    let feed = ProductFeed(source: source)
    for await state in feed.states where state.items.first?.name == "new" { break }
    #expect(!log.withLock { $0.overlaps })
  }

  @Test("an edit or deletion on this device shows in the list at once")
  func inSync() async throws {
    let (market, folder) = try (MarketplaceMock(), TemporaryFolder())
    let store = try MarketStore(folder: folder.url)
    let feed = try ProductFeed(source: FeedSource(client: market.client(), store: store))
    var states = feed.states.makeAsyncIterator()
    while let state = try await states.next(), state.phase != .idle {}
    var product = try #require(feed.state.items.first)
    product.name = "Edited"
    try await store.save([product], completeness: .detailed, fetchedAt: .now)
    while let state = try await states.next(), state.items.first?.name != "Edited" {}
    try await store.remove([product.id])
    while try await states.next()?.items.first?.id == product.id {}
    #expect(feed.state.items.count == 19)
  }

  @Test(
    "with the server gone, a new feed shows what another has read, and says that it is all that is stored")
  func offline() async throws {
    let (market, folder) = try (MarketplaceMock(), TemporaryFolder())
    let store = try MarketStore(folder: folder.url)
    let first = try ProductFeed(source: FeedSource(client: market.client(), store: store))
    first.loadNext()
    let online = await first.settledState
    market.addFault(Fault(.disconnect, on: .init(.get), times: 1_000))
    let second = try ProductFeed(source: FeedSource(client: market.client(), store: store))
    var offline = FeedState()
    for await state in second.states {
      offline = state
      if state.phase == .idle { second.loadNext() }
      if state.phase == .endOfStored { break }
    }
    #expect(
      offline.items.map(\.id) == online.items.map(\.id) && offline.contiguousCount == 0
        && offline.offline != nil)
    market.removeFaults()
    second.loadNext()
    let again = await second.settledState
    #expect(again.offline == nil && again.contiguousCount > 0)
  }

  @Test("what a window shows to be gone leaves the store")
  func storeIsCorrected() async throws {
    let (market, folder) = try (MarketplaceMock(), TemporaryFolder())
    let store = try MarketStore(folder: folder.url)
    let old = [101, 100, 95].map { Product.sample($0) }  // The market has 1 to 100.
    try await store.save(old + [.sample(0)], fetchedAt: .distantPast)
    let feed = try ProductFeed(source: FeedSource(client: market.client(), store: store))
    feed.loadNext()
    _ = await feed.settledState
    #expect(try await store.products([101, 100, 95, 0]).map(\.id.rawValue) == [100, 95, 0])
  }

  @Test("copies that the store throws away for room stay on the screen")
  func trimming() async throws {
    let market = MarketplaceMock { $0.productCount = 100 }
    let test = try TemporaryFolder()
    let store = try MarketStore(folder: test.url)
    let feed = try ProductFeed(source: FeedSource(client: market.client(), store: store))
    feed.loadNext()
    _ = await feed.settledState
    try await store.trim(to: 0, includingSynced: true)
    try await store.save([.sample(100)], fetchedAt: .distantFuture)
    while feed.state.items.first?.name != Product.sample(100).name, !Task.isCancelled { await giveWay() }
    #expect(feed.state.items.map(\.id.rawValue) == (81...100).reversed())
  }

  @Test("calls from many tasks at once load each page once")
  func manyCallers() async throws {
    let market = MarketplaceMock { $0.productCount = 200 }
    let feed = try ProductFeed(source: FeedSource(window: market.client().windows))
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          var refreshes = number == 0
          for await state in feed.states {
            if state.phase == .endReached { return }
            if state.phase == .idle { feed.loadNext() }
            if let last = state.items.last?.id { feed.itemAppeared(last) }
            if refreshes, state.items.count >= 60 {
              refreshes = false
              feed.refresh()
            }
          }
        }
      }
    }
    #expect(feed.state.items.map(\.id.rawValue) == (1...200).reversed())
  }
}

extension MarketplaceMock {
  func client() throws -> MarketClient {
    let server = try #require(URL(string: "http://market.test"))
    return try MarketClient(server: server, transport: MockTransport(self)) { $0.maxAttempts = 1 }
  }
}

extension MarketClient {
  @Sendable fileprivate func windows(page: Int, size: Int) async throws -> ProductPage {
    try await products(page: page, size: size)
  }
}
