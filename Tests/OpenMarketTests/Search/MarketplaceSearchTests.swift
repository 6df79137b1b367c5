import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Marketplace: searching", .timeLimit(.minutes(5)))
struct MarketplaceSearchTests {
  /// A market whose server has these products besides an empty catalogue.
  private func market(_ names: [String]) async throws -> (TestMarket, Marketplace) {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for name in names { _ = try await market.client.sell(.named(name), photos: [.pixel]) }
    return (test, market)
  }

  private func names(_ results: Stamped<SearchResults>) -> [String] {
    results.hits.map(\.product.name)
  }

  @Test("with nothing stored the server's hits come; afterwards this device finds them by itself")
  func serverFirst() async throws {
    let (test, market) = try await market(["맥북 프로", "캠핑 의자", "맥북 에어"])
    let online = try await market.search("맥북")
    #expect(online.isFromServer && names(online) == ["맥북 에어", "맥북 프로"])
    #expect(online.hits.allSatisfy { $0.matches.map { range in range }.count == 1 })
    test.network = .blackHole
    let offline = try await market.search("맥ㅂ")
    #expect(!offline.isFromServer && Set(names(offline)) == ["맥북 에어", "맥북 프로"])
    #expect(test.clock.elapsed == .zero)
    try await market.close()
  }

  @Test("updates show this device's hits at once, and then the server's others behind them")
  func updates() async throws {
    let (test, market) = try await market(["맥북 프로 가방"])
    _ = try await market.products()
    _ = try await market.client.sell(.named("맥북 에어"), photos: [.pixel])
    test.network = .held
    var results: [(isFromServer: Bool, names: [String])] = []
    for try await update in try market.searchReads("맥북") {
      results.append((update.isFromServer, names(update)))
      test.network = .up
    }
    #expect(results.map(\.isFromServer) == [false, true])
    #expect(results.map(\.names) == [["맥북 프로 가방"], ["맥북 프로 가방", "맥북 에어"]])
    try await market.close()
  }

  @Test("offline the hits of this device come first, and then the reason why there are no others")
  func offlineUpdates() async throws {
    let (test, market) = try await market(["맥북 프로"])
    _ = try await market.products()
    test.network = .down
    var updates = try market.searchReads("맥북").makeAsyncIterator()
    #expect(try await updates.next()?.hits.count == 1)
    let error = await #expect(throws: HTTPError.self) { try await updates.next() }
    #expect(error?.code == .unreachable)
    try await market.close()
  }

  @Test("finding nothing is a response where nobody else may be asked, else the server's failure is thrown")
  func nothingFound() async throws {
    let (test, market) = try await market([])
    #expect(try await market.search("의자", policy: .cacheOnly).hits.isEmpty)
    #expect(try await market.search("의자").hits.isEmpty)
    test.network = .down
    let error = await #expect(throws: HTTPError.self) { try await market.search("의자") }
    #expect(error?.code == .unreachable)
    try await market.close()
  }

  @Test("filters and orders that the server does not know hold for its hits too")
  func filters() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for (price, stock) in [(300, 1), (100, 1), (200, 0), (900, 1)] as [(Decimal, Int)] {
      _ = try await market.client.sell(.named("의자 \(price)", price: price, stock: stock), photos: [.pixel])
    }
    let results = try await market.search(
      "의자", filter: ProductFilter(maximumPrice: 500, availability: .onSale), sort: .priceAscending,
      policy: .networkOnly)
    #expect(names(results) == ["의자 100", "의자 300"])
    try await market.close()
  }

  @Test("what was typed with the wrong keyboard layout is found by the server as well")
  func keyboardSlip() async throws {
    let (_, market) = try await market(["아이폰 15"])
    _ = try await market.products()
    _ = try await market.client.sell(.named("아이폰 14"), photos: [.pixel])
    #expect(names(try await market.search("dkdlvhs", policy: .networkFirst)) == ["아이폰 14", "아이폰 15"])
    try await market.close()
  }

  @Test(
    "what this device can only guess at is asked for as it was typed, and the guess gives way to what the server has",
    arguments: [
      ("보트", "보스 스피커", "고무보트 2인용"), ("코트", "코튼 티셔츠", "겨울 코트"), ("dkdlvhs", "아이폰 15", "keys dkdlvhs"),
      ("gkr", "학용품", "gkr bag"), ("조명 의자", "캠핑 의자", "예쁜 조명 의자"),
    ], [ReadPolicy.cacheFirst, .networkFirst])
  func guesses(texts: (typed: String, stored: String, meant: String), policy: ReadPolicy) async throws {
    let (text, stored, meant) = texts
    let (test, market) = try await market([stored])
    _ = try await market.products()
    try await market.store.updateSuggestions()
    let guess = try await market.search(text, policy: .cacheOnly)
    #expect(names(guess) == [stored] && guess.correction != nil)
    // Without a network, and where the server has nothing for it either, the guess is what there is.
    test.network = .down
    #expect(names(try await market.search(text, policy: policy)) == [stored])
    test.network = .up
    #expect(names(try await market.search(text, policy: policy)) == [stored])
    _ = try await market.client.sell(.named(meant), photos: [.pixel])
    let found = try await market.search(text, policy: policy)
    #expect(names(found) == [meant] && found.correction == nil)
    #expect(names(try await market.search(text, policy: .cacheOnly)) == [meant])
    try await market.close()
  }

  @Test("blank and overlong texts and limits out of range are refused before anything is asked")
  func badInput() async throws {
    let (test, market) = try await market([])
    let before = test.requestCount
    for (text, limit) in [
      ("", 20), (" \n", 20), ("\u{200B}\u{3164}", 20), (String(repeating: "가", count: 2000), 20), ("의자", 0),
      ("의자", 201),
    ] {
      let error = await #expect(throws: StoreError.self) { try await market.search(text, limit: limit) }
      #expect(error?.code == .invalidInput)
    }
    for limit in [0, 51] {
      let error = await #expect(throws: StoreError.self) {
        try await market.suggestions(for: "의", limit: limit)
      }
      #expect(error?.code == .invalidInput)
    }
    #expect(test.requestCount == before)
    try await market.close()
  }

  @Test("a search goes on when the store is broken")
  func brokenStore() async throws {
    let (_, market) = try await market(["캠핑 의자"])
    try market.store.close()
    #expect(try await market.search("의자").isFromServer)
    #expect(try await market.suggestions(for: "캠핑").value.map(\.text) == ["캠핑", "캠핑 의자"])
  }

  @Test("recent searches are live, newest first, each once, and survive a relaunch")
  func recents() async throws {
    let (test, market) = try await market([])
    var live = market.recentSearches.updates.makeAsyncIterator()
    #expect(try await live.next() == [])
    try await market.recentSearches.record("의자")
    #expect(try await live.next() == ["의자"])
    try await market.recentSearches.record("맥북")
    #expect(try await live.next() == ["맥북", "의자"])
    try await market.recentSearches.record(" 의자 ")
    #expect(try await live.next() == ["의자", "맥북"])
    let error = await #expect(throws: StoreError.self) { try await market.recentSearches.record("  ") }
    #expect(error?.code == .invalidInput)
    try await market.recentSearches.delete("의자")
    #expect(try await live.next() == ["맥북"])
    try await market.close()
    let again = try test.open()
    #expect(try await again.recentSearches.list() == ["맥북"])
    try await again.recentSearches.deleteAll()
    #expect(try await again.recentSearches.list().isEmpty)
    try await again.close()
  }

  @Test("suggestions come from this device in every state of typing, and from the server where it has none")
  func suggestions() async throws {
    let (test, market) = try await market(["노트북 거치대"])
    #expect(try await market.suggestions(for: "노트").value.map(\.kind).contains(.server))
    _ = try await market.products()
    try await market.store.updateSuggestions()
    test.network = .blackHole
    for typed in ["노", "놑", "노트", "ㄴㅌㅂ", "shxm"] {
      let found = try await market.suggestions(for: typed)
      #expect(!found.isFromServer && found.value.contains { $0.text == "노트북" }, "\(typed)")
    }
    try await market.recentSearches.record("노트북 가방")
    #expect(try await market.suggestions(for: "노트").value.first?.kind == .recent)
    #expect(try await market.suggestions(for: "").value.map(\.text) == ["노트북 가방"])
    try await market.close()
  }

  @Test("a session responses each keystroke from this device, and asks the server once the typing pauses")
  func session() async throws {
    let (test, market) = try await market(["맥북 프로"])
    _ = try await market.products()
    try await market.store.updateSuggestions()
    _ = try await market.client.sell(.named("맥북 에어"), photos: [.pixel])
    // Past the time in which the products were to be stored.
    test.clock.advance(by: .seconds(1))
    let before = test.requestCount
    let session = market.suggestionSession()
    var lists = session.lists.makeAsyncIterator()
    for text in ["ㅁ", "매", "맥"] {
      session.type(text)
      let list = try #require(await lists.next())
      #expect(list.text == text && !list.isComplete)
      #expect(list.suggestions.contains { $0.text == "맥북" }, "\(text)")
    }
    #expect(test.requestCount == before)
    await test.clock.sleepers(atLeast: 1)
    test.clock.advance(by: .milliseconds(100))
    let list = try #require(await lists.next())
    #expect(list.text == "맥" && list.isComplete)
    #expect(list.suggestions.contains { $0.text == "맥북 에어" && $0.kind == .server })
    #expect(test.requestCount == before + 1)
    try await market.close()
  }

  @Test("choosing a suggestion searches for the suggestion, and records it")
  func choosing() async throws {
    let (_, market) = try await market(["맥북 프로"])
    let session = market.suggestionSession()
    session.type("맥")
    var found: [String] = []
    for try await results in try await session.search("맥북 프로") { found = names(results) }
    #expect(found == ["맥북 프로"])
    #expect(try await market.recentSearches.list() == ["맥북 프로"])
    let error = await #expect(throws: StoreError.self) { try await session.search("  ") }
    #expect(error?.code == .invalidInput)
    #expect(try await market.recentSearches.list().count == 1)
    try await market.close()
  }

  @Test("a server without suggestions is asked once")
  func noSuggestions() async throws {
    let (test, market) = try await market(["맥북 프로"])
    test.mock.addFault(Fault(.status(.notFound), on: .init(.get, "/api/suggestions"), times: 100))
    let before = test.requestCount
    for text in ["맥", "맥북", "의자"] {
      #expect(try await market.suggestions(for: text).value.isEmpty)
    }
    #expect(test.requestCount == before + 1)
    try await market.close()
  }
}
