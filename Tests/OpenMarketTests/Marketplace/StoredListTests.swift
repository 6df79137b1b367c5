import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Marketplace: lists of a text on this device", .timeLimit(.minutes(5)))
struct StoredListTests {
  /// A market without a network whose products have 의자, old ones in the name, newer ones more often elsewhere.
  private func market(_ count: Int64 = 240) async throws -> (test: TestMarket, market: Marketplace) {
    let test = try TestMarket(products: 0)
    test.network = .down
    let market = try test.open()
    let products = (1...count).map { number in
      switch number * 7 % 8 {
      case 0: product(number, "캠핑 의자 \(number)")
      case 1: product(number, number < count / 2 ? "나무의자" : "나무 책상", "접이식 의자와 함께")
      case 2: product(number, "캠핑 의자", "의자 두 개")
      case 3: product(number, "캠핑 책상", "의 자리")
      case 4: product(number, "탁자", by: "의자나라")
      case 5: product(number, "iPhone C++", "아이폰, c")
      case 6: product(number, "C 언어 \(number)", "캠핑")
      default: product(number, number < 20 ? "C++ 입문, 미개봉 개봉" : "책 \(number)", "미개 개봉")
      }
    }
    try await market.store.save(products, fetchedAt: test.now)
    // Texts are corrected to words that are counted in the background otherwise.
    try await market.store.updateSuggestions()
    return (test, market)
  }

  private func product(
    _ id: Int64, _ name: String, _ description: String? = nil, by vendor: String? = nil
  ) -> Product {
    var product = Product.sample(id, name: name, stock: id % 3 == 0 ? 0 : 1)
    (product.description, product.vendorName) = (description, vendor)
    return product
  }

  /// Scrolls to the end of a list, with something to do after each page.
  private func scrolled(
    _ feed: ProductFeed, _ body: (FeedState) async throws -> Void = { _ in }
  ) async throws -> FeedState {
    feed.refresh()
    var state = await feed.settledState
    while state.phase == .idle {
      try await body(state)
      feed.loadNext()
      state = await feed.settledState
    }
    return state
  }

  /// Whether a product has all of some words in any field, spaces aside.
  private func has(_ words: [String], _ product: Product) -> Bool {
    let texts = [product.name, product.description, product.vendorName].compactMap(\.self)
    let text = texts.joined(separator: "/").lowercased().replacing(" ", with: "")
    return words.allSatisfy(text.contains)
  }

  @Test(
    "a list of a text has every product that has it in any field, newest first",
    arguments: [
      ("의자", ["의자"]), ("캠핑 의자", ["캠핑", "의자"]), ("c++", ["c"]), ("미개봉", ["미개봉"]), ("아이폰", ["아이폰"]),
      ("없는말", ["없는말"]),
    ], [1, 7, 20, 100])
  func whole(text: (String, words: [String]), pageSize: Int) async throws {
    let (_, market) = try await market()
    for filter in [ProductFilter.all, ProductFilter(availability: .soldOut)] {
      let stored = try await market.store.newest(limit: 1_000, filter: filter).map(\.product)
      let feed = market.feed(matching: text.0, filter: filter) { $0.pageSize = pageSize }
      let list = try await scrolled(feed).items.map(\.id)
      #expect(list == stored.filter { has(text.words, $0) }.map(\.id))
    }
    try await market.close()
  }

  @Test(
    "what is saved, changed and deleted between two pages makes the rest of a list neither repeat nor skip",
    arguments: [1, 7, 20])
  func moving(pageSize: Int) async throws {
    let (test, market) = try await market()
    let feed = market.feed(matching: "의자") { $0.pageSize = pageSize }
    var removed: Set<Product.ID> = []
    let top = try #require(try await market.store.newest(limit: 1).first?.id)
    let end = try await scrolled(feed) { state in
      let last = try #require(state.items.last?.id)
      let below = last.rawValue - 3
      let gone = state.items.count > 1 ? [last] + (state.items.count > 30 ? [state.items[10].id] : []) : []
      removed.formUnion(gone)
      try await market.store.remove(gone)
      let changed = [
        product(below, "책상", "의자"), product(below - 1, "의자"), product(below - 2, "책상"),
        product(top.rawValue + last.rawValue, "새 의자"),
      ]
      try await market.store.save(changed.filter { $0.id.rawValue > 0 }, fetchedAt: test.now)
      try await eventually { !feed.state.items.contains { gone.contains($0.id) } }
    }
    let stored = try await market.store.newest(limit: 1_000).map(\.product).filter { $0.id <= top }
    #expect(end.items.map(\.id) == stored.filter { has(["의자"], $0) }.map(\.id))
    #expect(!removed.isEmpty && removed.isDisjoint(with: end.items.map(\.id)))
    try await market.close()
  }

  @Test("a list of a corrected text goes on with it, also when a product has the typed one meanwhile")
  func corrected() async throws {
    let (test, market) = try await market()
    let feed = market.feed(matching: "캠핑 의쟈") { $0.pageSize = 10 }
    let chairs = market.feed(matching: "캠핑 의자") { $0.pageSize = 100 }
    let expected = try await scrolled(chairs).items.map(\.id)
    #expect(expected.count > 30)
    let end = try await scrolled(feed) { _ in
      try await market.store.save([product(1_000, "캠핑 의쟈")], fetchedAt: test.now)
    }
    #expect(end.items.map(\.id) == expected)
    try await market.close()
  }

  @Test("a list goes on below any product, such as the last one of the server's")
  func below() async throws {
    let (_, market) = try await market()
    let matches = StoredMatches(store: market.store, text: "의자", filter: .all)
    let all = try await matches.products(after: nil, limit: 200)
    for limit in [1, 7, 200] {
      for place in [0, 1, all.count / 2, all.count - 1] {
        let matches = StoredMatches(store: market.store, text: "의자", filter: .all)
        let next = try await matches.products(after: all[place], limit: limit)
        #expect(next.map(\.id) == all.dropFirst(place + 1).prefix(limit).map(\.id))
        let rest = try await matches.products(after: next.last, limit: 200)
        #expect(rest.map(\.id) == all.dropFirst(next.isEmpty ? 0 : place + 1 + next.count).map(\.id))
      }
    }
    try await market.close()
  }
}
