import Dispatch
import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

@Suite("Marketplace: reading", .timeLimit(.minutes(5)))
struct MarketplaceReadingTests {
  @Test(
    "what was read once is there when the network is dead or silent, without time passing",
    arguments: [TestMarket.Network.down, .blackHole])
  func offline(network: TestMarket.Network) async throws {
    let test = try TestMarket()
    let market = try test.open()
    let online = try await market.products(page: 1)
    let detail = try await market.product(online.products[0].id)
    #expect(online.isFromServer && detail.isFromServer)
    test.network = network
    test.wait(3600)
    let page = try await market.products(page: 1)
    #expect(page.products.map(\.id) == online.products.map(\.id) && page.totalCount == online.totalCount)
    #expect(!page.isFromServer && page.isStale && page.fetchedAt == online.fetchedAt)
    let product = try await market.product(detail.id)
    #expect(product.value == detail.value)
    #expect(test.clock.elapsed == .zero)
    try await market.close()
  }

  @Test("a response without a body is an empty page with a warning, and takes the place of nothing stored")
  func noBody() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let stored = try await market.products(page: 1)
    test.mock.addFault(Fault(.replaceBody("", contentType: "application/json"), on: .get))
    let empty = try await market.products(page: 1, policy: .networkOnly)
    #expect(empty.products.isEmpty && empty.value.issues.count == 1)
    let again = try await market.products(page: 1, policy: .cacheOnly)
    #expect(again.products.map(\.id) == stored.products.map(\.id))
    try await market.close()
  }

  @Test("a page that has a product twice has it once, also when it is stored")
  func repeatedProduct() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let item = #"{"id":7,"vendor_id":2,"name":"의자","price":10,"stock":1,"currency":"KRW"}"#
    let body = #"{"pageNo":1,"itemsPerPage":20,"pages":[\#(item),\#(item)]}"#
    test.mock.addFault(Fault(.replaceBody(body, contentType: "application/json"), on: .get))
    #expect(try await market.products(page: 1, policy: .networkOnly).products.map(\.id) == [7])
    #expect(try await market.products(page: 1, policy: .cacheOnly).products.map(\.id) == [7])
    try await market.close()
  }

  @Test("a product that is stored is read without leaving the caller's actor")
  @MainActor func staysOnActor() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let looks = Mutex<[Bool]>([])
    let test = try TestMarket()
    let market = try test.open {
      $0.http.time.date = {
        looks.withLock { $0.append(DispatchQueue.getSpecific(key: key) ?? false) }
        return test.now
      }
    }
    let online = try await market.products(page: 1)
    looks.withLock { $0 = [] }
    _ = try await market.product(online.products[0].id, policy: .cacheOnly)
    let positions = looks.withLock { $0 }
    #expect(!positions.isEmpty && positions.allSatisfy(\.self))
    try await market.close()
  }

  @Test("networkFirst waits three seconds for a silent network, not for the socket")
  func silentNetwork() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let online = try await market.products(page: 1)
    // Past the time in which it was to be stored.
    test.clock.advance(by: .seconds(1))
    test.network = .blackHole
    async let reading = market.products(page: 1, policy: .networkFirst)
    await test.clock.sleepers(atLeast: 1)
    try await eventually { test.clock.nextDeadline == .seconds(4) }
    test.clock.advance(by: .seconds(3))
    let page = try await reading
    #expect(page.value == online.value)
    #expect(!page.isFromServer)
    try await market.close()
  }

  @Test("a read of the server joins a request of the background for three seconds, then asks for itself")
  func hangingRefresh() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let online = try await market.products(page: 1)
    test.network = .blackHole
    let key = ReadKey.page(number: 1, size: 20, matching: nil)
    _ = try await market.products(page: 1)  // Refreshes in the background.
    try await eventually { test.lostRequestCount == 1 }
    test.clock.advance(by: .seconds(1))
    let reading = Task { try await market.products(page: 1, policy: .networkOnly) }
    try await eventually { market.flights.pages.waiterCount(for: key) == 2 }
    test.network = .up
    test.clock.advance(by: .seconds(2))
    #expect(try await reading.value.value == online.value)
    #expect(market.reader.background.count == 1)
    // And whoever comes later does not wait for the old one at all.
    #expect(try await market.products(page: 1, policy: .networkOnly).isFromServer)
    try await market.close()
  }

  @Test("a cached read over a real socket that never responses does not wait for it")
  func realSocket() async throws {
    let mock = MarketplaceMock()
    let server = try await MockServer.start(handler: mock)
    let folder = try TemporaryFolder()
    let market = try Marketplace(server: server.url, folder: folder.url)
    let online = try await market.products(page: 1)
    mock.addFault(Fault(.hang, times: 1000))
    let page = try await market.products(page: 1)
    #expect(page.value == online.value && !page.isFromServer)
    try await market.close()
    try await server.stop()
  }

  @Test("another market on the same folder responses with what the first one read")
  func sharedFolder() async throws {
    let test = try TestMarket()
    let (first, second) = (try test.open(), try test.open())
    let online = try await first.products(page: 1)
    test.network = .down
    #expect(try await second.products(page: 1).value == online.value)
    try await first.close()
    #expect(try await second.product(online.products[3].id, policy: .cacheOnly).value == online.products[3])
    try await second.close()
    let third = try test.open()
    #expect(try await third.products(page: 1).value == online.value)
    try await third.close()
  }

  @Test("a detail of which only a list is stored is completed, or displayed as it is")
  func incompleteDetail() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let listed = try await market.products(page: 1).products[0]
    test.network = .down
    let part = try await market.product(listed.id)
    #expect(part.value == listed && part.isStale)
    test.network = .up
    let whole = try await market.product(listed.id)
    #expect(whole.images?.isEmpty == false && whole.isFromServer)
    #expect(try await !market.product(listed.id).isFromServer)
    try await market.close()
  }

  @Test("a page that has not changed is confirmed: the stamp moves, and no row is written")
  func notModified() async throws {
    let test = try TestMarket()
    var market = try test.open()
    _ = try await market.products(page: 1)
    try await market.close()
    market = try test.open()  // The response to be confirmed has outlived its process.
    test.wait(100)
    let changes = market.store.changes()
    let page = try await market.products(page: 1, policy: .networkOnly)
    #expect(test.mock.requestLog.last?.status == 304)
    #expect(try await market.products(page: 1, policy: .cacheOnly).fetchedAt == page.fetchedAt)
    #expect(page.fetchedAt == test.now)
    try await market.close()
    for await change in changes { Issue.record("\(change)") }
  }

  @Test("a server that calls its responses fresh for an hour is asked all the same when the policy says so")
  func maxAgeOfServer() async throws {
    let test = try TestMarket()
    test.mock.addFault(Fault(.field("Cache-Control", value: "max-age=3600"), times: 10))
    let market = try test.open()
    for _ in 0..<3 { _ = try await market.products(page: 1, policy: .networkOnly) }
    #expect(test.requestCount == 3)
    try await market.close()
  }

  @Test("without cachesResponses nothing is confirmed after a relaunch")
  func cachesNoResponses() async throws {
    let test = try TestMarket()
    for _ in 0..<2 {
      let market = try test.open { $0.cachesResponses = false }
      _ = try await market.products(page: 1, policy: .networkOnly)
      try await market.close()
    }
    #expect(test.mock.requestLog.map(\.status) == [200, 200])
  }

  @Test("a change seen in a detail is in the lists, and one seen in a list is in the detail")
  func inStep() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let own = try await market.client.sell(.chair, photos: [.pixel])
    _ = try await market.products(page: 1)
    _ = try await market.product(own.id)
    _ = try await market.client.edit(own.id, ProductChanges(price: 99))
    _ = try await market.product(own.id, policy: .networkOnly)
    let listed = try await market.products(page: 1, policy: .cacheOnly)
    #expect(listed.products.first { $0.id == own.id }?.price == 99)
    _ = try await market.client.edit(own.id, ProductChanges(price: 77))
    _ = try await market.products(page: 1, policy: .networkOnly)
    let detail = try await market.product(own.id, policy: .cacheOnly)
    #expect(detail.price == 77 && detail.images?.count == 1)
    try await market.close()
  }

  @Test("what the server says is gone leaves the store, be it said by a detail or by a list")
  func gone() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let own = try await market.client.sell(.chair, photos: [.pixel])
    let other = try await market.client.sell(.chair, photos: [.pixel])
    _ = try await market.client.sell(.chair, photos: [.pixel])
    _ = try await market.products(page: 1)
    _ = try await market.client.delete(own.id)
    for policy in [ReadPolicy.networkFirst, .networkOnly] {
      let error = await #expect(throws: HTTPError.self) {
        try await market.product(own.id, policy: policy)
      }
      #expect(error?.code == .notFound)
    }
    let error = await #expect(throws: StoreError.self) {
      try await market.product(own.id, policy: .cacheOnly)
    }
    #expect(error?.code == .notStored)
    _ = try await market.client.delete(other.id)
    _ = try await market.products(page: 1, policy: .networkOnly)
    #expect(try await market.store.product(other.id) == nil)
    try await market.close()
  }

  @Test("a live product shows its present state, every change, and its end", .timeLimit(.minutes(5)))
  func live() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let own = try await market.client.sell(.chair, photos: [.pixel])
    _ = try await market.product(own.id)
    var states = market.updates(of: own.id).makeAsyncIterator()
    #expect(try await states.next()??.price == own.price)
    _ = try await market.product(own.id, policy: .networkOnly)  // Says the same: nothing to show.
    try await market.store.save([own], completeness: .listed, fetchedAt: test.now)
    try await market.store.remove([own.id])
    _ = try await market.product(own.id, policy: .networkOnly)  // Gone and back before anybody looked.
    _ = try await market.client.edit(own.id, ProductChanges(price: 99))
    _ = try await market.products(page: 1, policy: .networkOnly)
    #expect(try await states.next()??.price == 99)
    _ = try await market.client.delete(own.id)
    _ = try? await market.product(own.id, policy: .networkOnly)
    #expect(try await states.next() == .some(nil))
    try await market.close()
    #expect(try await states.next() == nil)
  }

  @Test("a live product that is stale is refreshed by itself")
  func liveRefreshes() async throws {
    let test = try TestMarket()
    let market = try test.open()
    let id = try await market.products(page: 1).products[0].id
    var states = market.updates(of: id).makeAsyncIterator()
    #expect(try await states.next()??.images == nil)
    #expect(try await states.next()??.images != nil)
    try await market.close()
  }

  @Test(
    "numbers out of range are refused, whatever the policy, and nothing is sent",
    arguments: ReadPolicy.allCases)
  func badInput(policy: ReadPolicy) async throws {
    let test = try TestMarket()
    let market = try test.open()
    for (page, size) in [(0, 20), (-1, 20), (Int.max, 20), (1, 0), (1, 1001)] {
      let error = await #expect(throws: HTTPError.self) {
        try await market.products(page: page, size: size, policy: policy)
      }
      #expect(error?.code == .invalidInput)
    }
    #expect(test.requestCount == 0)
    try await market.close()
  }

  @Test("a store that fails stops no read from the server, and says so")
  func storeFails() async throws {
    let test = try TestMarket()
    let market = try test.open()
    var events = market.events.makeAsyncIterator()
    try market.store.close()
    for policy in [ReadPolicy.cacheFirst, .networkFirst, .networkOnly] {
      let page = try await market.products(page: 1, policy: policy)
      #expect(page.isFromServer && page.products.count == 20)
    }
    guard let event = await events.next(), let error = event.error as? StoreError else {
      Issue.record("no event")
      return
    }
    #expect(error.code == .closed)
  }

  @Test("files damaged while reading stop no read")
  func damaged() async throws {
    let test = try TestMarket()
    let market = try test.open()
    _ = try await market.products(page: 1)
    for name in ["cache.db", "cache.db-wal"] {
      let file = test.folder.url.appending(path: name)
      let size = try Data(contentsOf: file).count
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
      try handle.close()
    }
    for number in 1...3 {
      #expect(try await market.products(page: number).products.count == 20)
      #expect(try await market.products(page: number, policy: .networkFirst).products.count == 20)
    }
    let id = try await market.products(page: 2, policy: .networkOnly).products[0].id
    #expect(try await market.product(id).id == id)
    try? await market.close()
  }

  @Test("closing ends the work in the background, and later reads say why they fail")
  func closing() async throws {
    let test = try TestMarket()
    let market = try test.open()
    _ = try await market.products(page: 1)
    test.network = .blackHole
    _ = try await market.products(page: 1)
    #expect(market.reader.background.count == 1)
    try await market.close()
    #expect(market.reader.background.count == 0)
    let error = await #expect(throws: StoreError.self) { try await market.products(page: 1) }
    #expect(error?.code == .closed)
  }

  @Test(
    "a market that is released ends its work in the background, also while it is suspended",
    arguments: [false, true])
  func lettingGo(isSuspended: Bool) async throws {
    let test = try TestMarket()
    var market: Marketplace? = try test.open()
    weak let gone = market
    _ = try await market?.products(page: 1)
    _ = try await market?.product(7)
    _ = try await market?.search("의자")
    // The search has its hits from the store, and still asks the server.
    await market?.reader.background.drain()
    test.wait(3600)
    test.network = .blackHole
    _ = try await market?.products(page: 1)
    _ = try await market?.product(7)
    _ = try await market?.search("의자")
    #expect(market?.reader.background.count == 3)
    try await eventually { test.lostRequestCount == 3 }
    if isSuspended { await market?.suspend(gracePeriod: .zero) }
    market = nil
    try await eventually { gone == nil }
    #expect(test.clock.elapsed == .zero)
  }

  @Test("an address that cannot be used leaves no folder behind")
  func badServer() throws {
    let folder = try TemporaryFolder()
    let store = folder.url.appending(path: "store")
    let server = try #require(URL(string: "ftp://market.test"))
    #expect(throws: HTTPError.self) { try Marketplace(server: server, folder: store) }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }
}
