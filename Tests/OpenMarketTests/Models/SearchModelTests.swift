import Foundation
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: search", .timeLimit(.minutes(5)))
struct SearchModelTests {
  /// A market whose server has these products besides an empty catalogue, cheapest last.
  private func market(_ names: [String]) async throws -> (TestMarket, Marketplace) {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for (index, name) in names.enumerated() {
      let listing = NewListing.named(name, price: Decimal(1_000 * (names.count - index)))
      _ = try await market.client.sell(listing, photos: [.pixel])
    }
    return (test, market)
  }

  @Test(
    "suggestions follow the text, a suggestion is searched for and recorded, a recent search is forgotten")
  func searches() async throws {
    let (_, market) = try await market(["맥북 프로", "캠핑 의자", "맥북 에어"])
    _ = try await market.products()
    // Suggestions follow in the background; the field would show them from the next keystroke on only.
    try await market.store.updateSuggestions()
    let search = SearchModel(market)
    search.text = "맥ㅂ"
    try await eventually { search.suggestions.contains { $0.text.hasPrefix("맥북") && $0.match != nil } }
    #expect(search.results == nil)
    search.submit("맥북")
    #expect(search.text == "맥북" && search.submittedText == "맥북")
    try await eventually { search.recents == ["맥북"] }
    let results = try #require(search.results)
    try await eventually { Set(results.items.map(\.name)) == ["맥북 프로", "맥북 에어"] }
    search.clear()
    #expect(search.text.isEmpty && search.results == nil && search.submittedText == nil)
    try await eventually { search.suggestions.map(\.kind) == [.recent] }
    try await search.deleteRecent(try #require(search.recents.first))
    try await eventually { search.recents.isEmpty }
    search.submit("의자")
    try await eventually { search.recents.count == 1 }
    try await search.deleteAllRecents()
    try await eventually { search.recents.isEmpty }
    try await market.close()
  }

  @Test("no suggestions for another text stay below a submitted one, and no deleted search is suggested")
  func suggestionsOfAnotherText() async throws {
    let (_, market) = try await market(["맥북 프로", "캠핑 의자"])
    _ = try await market.products()
    try await market.store.updateSuggestions()
    let search = SearchModel(market)
    search.text = "맥ㅂ"
    try await eventually { !search.suggestions.isEmpty }
    search.submit("의자")
    #expect(search.suggestions.isEmpty)
    try await eventually { search.recents == ["의자"] }
    search.clear()
    try await eventually { search.suggestions.map(\.text) == ["의자"] }
    try await search.deleteRecent("의자")
    try await eventually { search.suggestions.isEmpty }
    try await market.close()
  }

  @Test("a blank text is not searched for")
  func blank() async throws {
    let (test, market) = try await market([])
    let search = SearchModel(market)
    for text in ["", "  ", "\n\u{3000}"] {
      search.submit(text)
      #expect(search.results == nil && search.submittedText == nil)
    }
    await giveWayOften()
    #expect(test.requestCount == 0 && search.recents.isEmpty)
    try await market.close()
  }

  @Test("filter and order search again, also without a network")
  func filters() async throws {
    let (test, market) = try await market(["의자 하나", "의자 둘", "의자 셋"])
    let search = SearchModel(market, sort: .priceAscending)
    search.submit("의자")
    for network in [TestMarket.Network.up, .down] {
      test.network = network
      search.sort = .priceAscending
      try await eventually { search.results?.items.map(\.name) == ["의자 셋", "의자 둘", "의자 하나"] }
      search.sort = .priceDescending
      try await eventually { search.results?.items.map(\.name) == ["의자 하나", "의자 둘", "의자 셋"] }
      search.sort = .newest
      try await eventually { search.results?.items.map(\.name) == ["의자 셋", "의자 둘", "의자 하나"] }
      search.filter = ProductFilter(maximumPrice: 2_000)
      try await eventually { search.results?.items.map(\.name) == ["의자 셋", "의자 둘"] }
      search.filter = ProductFilter()
    }
    try await market.close()
  }

  @Test("keys of the other keyboard find what was meant, which the search says")
  func correction() async throws {
    let (_, market) = try await market(["아이폰 15", "캠핑 의자"])
    _ = try await market.products()
    let search = SearchModel(market)
    search.submit("dkdlvhs")
    try await eventually { search.correction == .keyboard("아이폰") }
    try await eventually { search.results?.items.map(\.name) == ["아이폰 15"] }
    search.submit("의자")
    #expect(search.correction == nil)
    try await market.close()
  }

  @Test("a guess of this device is told with its products, and gives way with them to what the server has")
  func guess() async throws {
    let (test, market) = try await market(["보스 스피커"])
    _ = try await market.products()
    try await market.store.updateSuggestions()
    test.network = .held
    let search = SearchModel(market)
    search.submit("보트")
    try await eventually { search.results?.items.map(\.name) == ["보스 스피커"] }
    try await eventually { search.correction == .spelling("보스") }
    _ = test.mock.addListings(1, of: .sample, named: "고무보트 2인용")
    test.network = .up
    try await eventually { search.results?.items.map(\.name) == ["고무보트 2인용"] }
    try await eventually { search.correction == nil }
    try await market.close()
  }

  @Test("a change invalidates only who reads it, and a released search ends")
  func invalidates() async throws {
    let (_, market) = try await market(["맥북 프로"])
    var search: SearchModel? = SearchModel(market)
    weak let model = search
    let told = try await invalidated([
      "text": { _ = model?.text }, "recents": { _ = model?.recents }, "results": { _ = model?.results },
      "filter": { _ = model?.filter }, "sort": { _ = model?.sort },
    ]) {
      try await market.recentSearches.record("의자")
      try await eventually { model?.recents.count == 1 }
    }
    #expect(told == ["recents"])
    model?.submit("맥북")
    try await eventually { model?.results?.items.count == 1 }
    let again = await invalidated([
      "results": { _ = model?.results }, "submitted text": { _ = model?.submittedText },
      "correction": { _ = model?.correction },
    ]) { model?.submit() }
    #expect(again == ["results"])
    search = nil
    try await eventually { model == nil }
    try await market.close()
  }
}

@Suite("Feeds in the order of a search", .timeLimit(.minutes(5)))
struct SortedFeedTests {
  @Test("more hits than a page has come page by page, none twice, none missing, online and offline")
  func pages() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for number in 0..<70 {
      let listing = NewListing.named("캠핑 의자 \(number)", price: Decimal((number * 37) % 70 + 100))
      _ = try await market.client.sell(listing, photos: [.pixel])
    }
    for network in [TestMarket.Network.up, .down] {
      test.network = network
      let feed = market.feed(matching: "의자", sort: .priceAscending)
      feed.refresh()
      var state = await feed.settledState
      while state.phase == .idle {
        feed.loadNext()
        state = await feed.settledState
      }
      #expect(state.items.map(\.price) == (100..<170).map { Decimal($0) })
      #expect(state.phase == (network == .up ? .endReached : .endOfStored))
    }
    try await market.close()
  }

  @Test(
    "by relevance few are asked for at first, all once the reader goes on, and what is displayed keeps its place"
  )
  func depth() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    for number in 0..<130 {
      _ = try await market.client.sell(.named("캠핑 의자 \(number)", price: 100), photos: [.pixel])
    }
    // Some are on this device, others at the server alone.
    for page in [2, 5] { _ = try await market.products(page: page, size: 10) }
    let before = test.mock.requestLog.count
    let sizes = {
      test.mock.requestLog.dropFirst(before).compactMap {
        URLComponents(string: $0.target)?.queryItems?.first { $0.name == "items_per_page" }?.value
      }
    }
    let feed = market.feed(matching: "의자", sort: .relevance)
    feed.refresh()
    var state = await feed.settledState
    #expect(state.items.count >= 20 && sizes() == ["60"])
    while state.phase == .idle {
      let displayed = state.items.map(\.id)
      feed.loadNext()
      state = await feed.settledState
      #expect(state.items.map(\.id).starts(with: displayed))
    }
    #expect(state.phase == .endReached && sizes() == ["60", "200"])
    #expect(state.items.count == 130 && Set(state.items.map(\.id)).count == 130)
    // The top is read anew, and few of it again.
    feed.refresh()
    #expect(await feed.settledState.items.count >= 20)
    #expect(sizes() == ["60", "200", "60"])
    try await market.close()
  }

  @Test(
    "a sorted list asks once for what is there, and at once for everything where the server cannot sort",
    arguments: [
      (true, 130, [(1, 20), (2, 20), (3, 20), (4, 20)], [60, nil, nil, 200]),
      (true, 130, [(1, 20), (2, 33), (1, 20), (2, 20)], [60, 200, 60, nil]),
      (true, 59, [(1, 20), (4, 20), (11, 20)], [60, nil, nil]), (true, 0, [(1, 20), (2, 20)], [60, nil]),
      (false, 200, [(1, 20), (2, 20), (11, 20)], [200, nil, nil]),
    ] as [(Bool, Int, [(Int, Int)], [Int?])])
  func limits(isServersOrder: Bool, matches: Int, windows: [(Int, Int)], limits: [Int?]) {
    var hits = SearchFeedHits(pageSize: 20, isServersOrder: isServersOrder)
    for ((page, size), expected) in zip(windows, limits) {
      hits = hits.begin(with: ListWindow(page: page, size: size))
      let limit = hits.limit(for: ListWindow(page: page, size: size))
      #expect(limit == expected)
      guard let limit else { continue }
      hits.append((0..<min(matches, limit)).map { .sample(Int64($0)) }, of: limit)
    }
  }

  @Test("an edit of this device shows in a sorted list, and without a text the newest come first")
  func edits() async throws {
    let test = try TestMarket(products: 30)
    let market = try test.open()
    let newest = market.feed(matching: " ", sort: .priceAscending)
    #expect(await newest.settledState.items.map(\.id.rawValue) == (11...30).reversed())
    let id = try await market.client.sell(.named("보라색 우산", price: 10), photos: [.pixel]).id
    let feed = market.feed(matching: "우산", sort: .relevance)
    #expect(await feed.settledState.items.first?.id == id)
    test.network = .uploadsHeld
    await market.outbox.stop()
    try await market.edit(id, ProductChanges(price: 20))
    try await eventually { feed.state.items.first { $0.id == id }?.price == 20 }
    try await market.close()
  }
}
