import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct SearchPagingTests {
  /// The place of a hit by relevance, among windows of the newest.
  private struct Place: Comparable {
    var hit: SearchCursor.Ranked
    var window: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
      func key(_ place: Place) -> [Int] {
        let isSame = place.hit.rank == .same
        return [place.hit.group.rawValue, isSame ? 0 : place.window]
      }
      let (first, second) = (key(lhs), key(rhs))
      return first == second ? lhs.hit < rhs.hit : first.lexicographicallyPrecedes(second)
    }
  }

  /// 700 chairs of which some are exactly that, at prices that repeat, beside other things.
  private func market() async throws -> TestStore {
    let test = try TestStore { $0.searchEquivalents = SearchEquivalents(extending: nil) }
    let products = (1...1_000).map { number in
      let name = ["게이밍 의자 \(number)", "의자", "책상", "의자 \(number)", "가죽의자", "스탠드", "침대"][number % 7]
      return Product.listed(
        Int64(number), name: name, vendor: Vendor.ID(rawValue: Int64(number % 3)),
        price: Decimal(number * 37 % 50),
        stock: number % 5)
    }
    try await test.store.save(products, fetchedAt: noon)
    return test
  }

  @Test(
    "pages put together are all hits once, in order", arguments: ProductSort.allCases,
    [
      ProductFilter.all, ProductFilter(minimumPrice: 10, maximumPrice: 20), ProductFilter(vendorID: 1),
      ProductFilter(availability: .soldOut),
      ProductFilter(maximumPrice: 40, vendorID: 2, availability: .onSale),
    ])
  func pages(sort: ProductSort, filter: ProductFilter) async throws {
    let test = try await market()
    let everything = try await test.store.newest(limit: 1_000, filter: filter).filter {
      $0.product.name.contains("의자")
    }
    for limit in [7, 200] {
      var displayed: [SearchHit] = []
      var query = SearchQuery("의자", filter: filter, sort: sort, limit: limit)
      query.counting = .exact
      repeat {
        let results = try await test.store.search(query)
        #expect(results.count == .exact(everything.count))
        #expect(results.hits.count == limit || results.next == nil)
        #expect(!results.hits.isEmpty)
        displayed += results.hits
        query.cursor = results.next
      } while query.cursor != nil
      #expect(displayed.count == everything.count)
      #expect(Set(displayed.map(\.id)) == Set(everything.map(\.id)))
      let key = { (hit: SearchHit) in (hit.stored.product.salePrice, hit.id) }
      switch sort {
      case .newest: #expect(displayed.map(\.id) == everything.map(\.id))
      case .priceAscending: #expect(zip(displayed, displayed.dropFirst()).allSatisfy { key($0) < key($1) })
      case .priceDescending: #expect(zip(displayed, displayed.dropFirst()).allSatisfy { key($0) > key($1) })
      case .relevance:
        // What is typed in full first, what is sold last, however old; between, the best of each window: of the newest
        // hits, and then of those that are on sale, or sold.
        var (onSale, sold) = (0, 0)
        let places = everything.enumerated().map { index, stored in
          let name = CompactName(stored.product.name)
          let hit = SearchCursor.Ranked(
            rank: SearchRank(of: name, for: SearchTerms("의자")), isSoldOut: stored.product.isSoldOut,
            id: stored.id.rawValue)
          guard index >= SearchRun.window else { return Place(hit: hit, window: 0) }
          defer { if stored.product.isSoldOut { sold += 1 } else { onSale += 1 } }
          return Place(hit: hit, window: 1 + (stored.product.isSoldOut ? sold : onSale) / SearchRun.window)
        }
        #expect(displayed.map(\.id.rawValue) == places.sorted().map(\.hit.id))
      }
    }
  }

  @Test("inserts and deletes between two pages repeat and skip nothing", arguments: ProductSort.allCases)
  func moving(sort: ProductSort) async throws {
    let test = try await market()
    let before = Set(try await test.find("의자"))
    var displayed: [Int64] = []
    var removed: Set<Int64> = []
    var query = SearchQuery("의자", sort: sort, limit: 30)
    repeat {
      let results = try await test.store.search(query)
      displayed += results.hits.map(\.stored).ids
      query.cursor = results.next
      let victims =
        [displayed[displayed.count / 2], displayed[displayed.count - 1]]
        + results.hits.prefix(1).map(\.id.rawValue)
      removed.formUnion(victims)
      try await test.store.remove(victims.map(Product.ID.init(rawValue:)))
      try await test.store.save(
        [.listed(Int64(2_000 + displayed.count), name: "의자", price: 25)], fetchedAt: noon)
    } while query.cursor != nil
    #expect(Set(displayed).count == displayed.count)
    #expect(before.subtracting(removed).isSubset(of: displayed))
  }

  @Test("products that come between those of a page that was read move none of them onto the next")
  func between() async throws {
    let test = try TestStore()
    let even = (1...300).map { Product.listed(Int64($0 * 2), name: $0 % 40 == 0 ? "의자" : "나무 의자 \($0)") }
    try await test.store.save(even, fetchedAt: noon)
    var query = SearchQuery("의자", limit: 50)
    var ids: [Int64] = []
    repeat {
      let page = try await test.store.search(query)
      ids += page.hits.map(\.stored).ids
      query.cursor = page.next
      let odd = (1...20).map {
        Product.listed(Int64(600 - 40 * (ids.count / 50) + 2 * $0 - 41), name: "의자방석")
      }
      try await test.store.save(odd.filter { $0.id.rawValue > 0 }, fetchedAt: noon)
    } while query.cursor != nil
    #expect(Set(ids).count == ids.count)
    #expect(Set(even.map(\.id.rawValue)).isSubset(of: ids))
  }

  @Test("hits are counted up to a limit, or all, and the count says which")
  func counts() async throws {
    let test = try await market()
    var query = SearchQuery("의자", limit: 5)
    query.counting = .upTo(100)
    #expect(try await test.store.search(query).count == .atLeast(100))
    query.counting = .upTo(571)
    #expect(try await test.store.search(query).count == .exact(571))
    query.counting = .exact
    #expect(try await test.store.search(query).count == .exact(571))
    query.filter = ProductFilter(vendorID: 1)
    let ofVendor = try await test.find("의자", filter: query.filter).count
    #expect(try await test.store.search(query).count == .exact(ofVendor))
    query.counting = .upTo(50)
    #expect(try await test.store.search(query).count == .atLeast(50))
  }

  @Test("what is sold comes behind what is on sale by relevance, before names with the text across a space")
  func soldLast() async throws {
    let test = try TestStore()
    let names = ["의자", "의자", "나무 의자", "우리의 자기계발서", "의자"]
    try await test.store.save(
      names.enumerated().map {
        .listed(Int64($0.offset + 1), name: $0.element, stock: [5, 2].contains($0.offset + 1) ? 0 : 1)
      }, fetchedAt: noon)
    func ids(_ query: SearchQuery) async throws -> [Int64] {
      try await test.store.search(query).hits.map(\.stored).ids
    }
    #expect(try await ids(SearchQuery("의자")) == [1, 3, 5, 2, 4])
    #expect(try await ids(SearchQuery("의자", filter: ProductFilter(availability: .soldOut))) == [5, 2])
    #expect(try await ids(SearchQuery("의자", sort: .newest)) == [5, 4, 3, 2, 1])
  }

  @Test(
    "what is sold comes behind what is on sale, of each reason for a hit by itself", arguments: [60, 900],
    [1, 7, 200])
  func soldOfEveryStage(count: Int, limit: Int) async throws {
    let test = try TestStore()
    let products = (1...count).map { number -> Product in
      var product = Product.listed(
        Int64(number), name: ["아이폰 케이스", "iPhone 케이스", "보호 필름", "아이폰"][number % 4],
        stock: number % 7 < 2 ? 0 : 1)
      product.description = number % 4 == 2 ? "아이폰 케이스와 함께" : nil
      return product
    }
    try await test.store.save(products, fetchedAt: noon)
    var query = SearchQuery("아이폰", limit: limit)
    query.counting = .exact
    let hits = try await test.store.allHits(of: query) { page in
      #expect(page.count == .exact(count))
      #expect(page.hits.count == limit || page.next == nil)
    }
    #expect(Set(hits.map(\.id)) == Set(products.map(\.id)) && hits.count == count)
    let places = hits.map { [$0.match.stage, $0.product.isSoldOut ? 1 : 0] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(hits.first?.product.name == "아이폰")
  }

  @Test("a listing that is sold or on sale again moves in the index with that change alone")
  func availabilityOfOne() async throws {
    let test = try TestStore()
    let chair = Product.listed(1, name: "의자")
    func found(_ availability: ProductFilter.Availability) async throws -> [Int64] {
      try await test.find("의자", filter: ProductFilter(availability: availability))
    }
    for stock in [1, 0, 0, 2] {
      var product = chair
      product.stock = stock
      product.updatedAt = noon
      try await test.store.save([product], fetchedAt: noon)
      #expect(try await found(.onSale) == (stock > 0 ? [1] : []))
      #expect(try await found(.soldOut) == (stock > 0 ? [] : [1]))
    }
    try await test.store.remove([1])
    #expect(try await found(.any) == [])
  }

  @Test(
    "a name that is what was typed comes first however old it is, and what is sold last", arguments: [1, 20])
  func oldest(limit: Int) async throws {
    let test = try TestStore()
    let count = 3 * SearchRun.window
    try await test.store.save(
      (1...count).map { number in
        let name =
          number == 2 ? "맥 북" : number == 3 ? "맥북 " : number == 5 ? "자 전거맥 북극곰" : "맥북 케이스 \(number)"
        return .listed(Int64(number), name: name, stock: number == 3 || number > count - 100 ? 0 : 1)
      }, fetchedAt: noon)
    let ids = try await test.store.allHits(of: SearchQuery("맥북", limit: limit)).map(\.stored).ids
    #expect(ids.count == count && Set(ids).count == count)
    #expect(ids.first == 2)
    #expect(ids[1] == Int64(count - 100))
    #expect(ids[count - 102] == 3 && ids[count - 101] == Int64(count))
    #expect(ids.last == 5)
  }

  @Test(
    "a name that is an equivalent of what was typed comes first among those, however old it is",
    arguments: [1, 20, 200])
  func oldestEquivalent(limit: Int) async throws {
    let test = try TestStore()
    let count = 3 * SearchRun.window
    try await test.store.save(
      (1...count).map { number in
        let name = number == 2 ? "i-Phone" : number == 3 ? "iPhone" : "iPhone 케이스 \(number)"
        return .listed(Int64(number), name: number == 4 ? "아이폰 케이스" : name)
      }, fetchedAt: noon)
    let ids = try await test.store.allHits(of: SearchQuery("아이폰", limit: limit)).map(\.stored).ids
    #expect(ids.count == Set(ids).count && Set(ids).union([2]) == Set(1...Int64(count)))
    #expect(ids.prefix(3) == [4, 3, Int64(count)])
  }

  /// Names that have 맥북 only across a space, but for every `word`th one, of which one in ten is sold.
  private func macs(_ numbers: ClosedRange<Int>, word: Int) -> [Product] {
    numbers.map { number in
      let name = number % word == 0 ? "맥북 케이스 \(number)" : "자전거맥 북극곰 \(number)"
      return .listed(Int64(number), name: name, stock: number % 10 == 0 ? 0 : 1)
    }
  }

  @Test(
    "of too many hits those with the text across a space come last within their window, not behind all others",
    arguments: [7, 200])
  func manyAcross(limit: Int) async throws {
    let test = try TestStore()
    let count = SearchRun.mostWithAcrossApart + 100
    try await test.store.save(
      [.listed(1, name: "맥북"), .listed(2, name: "맥북 케이스")] + macs(3...count, word: 195), fetchedAt: noon)
    let hits = try await test.store.allHits(of: SearchQuery("맥북", limit: limit)) { page in
      #expect(page.hits.count == limit || page.next == nil)
    }
    let ids = hits.map(\.id.rawValue)
    #expect(ids.count == count && Set(ids).count == count)
    // 975 is in the first window, 2 in the last one.
    #expect(ids.prefix(3) == [1, 975, Int64(count - 1)])
    #expect(try #require(ids.firstIndex(of: 2)) > SearchRun.window)
    let places = hits.map { $0.product.isSoldOut ? 1 : 0 }
    #expect(places == places.sorted())
    let sections = hits.map { $0.section(in: .relevance) }
    #expect(sections == sections.sorted())
  }

  @Test(
    "hits that become too many between two pages, or fewer, are repeated and skipped on no page",
    arguments: [SearchRun.mostWithAcrossApart, SearchRun.mostWithAcrossApart + 100], [30, 200])
  func becomingMany(count: Int, limit: Int) async throws {
    let test = try TestStore()
    let isMany = count > SearchRun.mostWithAcrossApart
    try await test.store.save(macs(1...count, word: 10), fetchedAt: noon)
    var query = SearchQuery("맥북", limit: limit)
    var ids: [Int64] = []
    repeat {
      let page = try await test.store.search(query)
      ids += page.hits.map(\.id.rawValue)
      query.cursor = page.next
      guard ids.count == limit else { continue }
      if isMany {
        try await test.store.remove((1...300).map { Product.ID(rawValue: Int64($0)) })
      } else {
        try await test.store.save(macs(count + 1...count + 300, word: 10), fetchedAt: noon)
      }
    } while query.cursor != nil
    #expect(Set(ids).count == ids.count)
    #expect(Set(Int64(isMany ? 301 : 1)...Int64(count)).isSubset(of: ids))
  }

  @Test("the best of the newest hits come first")
  func relevance() async throws {
    let test = try TestStore()
    let names = ["아이폰 14", "신형아이폰 14", "아이폰 14 프로", "애플 아이폰 14", "아이폰14", "아이폰 미니 14인치"]
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    let results = try await test.store.search(SearchQuery("아이폰 14"))
    #expect(
      results.hits.map(\.stored.product.name) == [
        "아이폰14", "아이폰 14", "아이폰 14 프로", "아이폰 미니 14인치", "애플 아이폰 14", "신형아이폰 14",
      ])
  }
}
