import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// What is searched besides the name, and Latin text inside words.
@Suite(.serialized) struct SearchFieldsTests {
  private func product(
    _ id: Int64, _ name: String, by vendor: String? = nil, _ description: String? = nil,
    price: Decimal = 1000,
    stock: Int = 1
  ) -> Product {
    var product = Product.listed(id, name: name, price: price, stock: stock)
    product.vendorName = vendor
    product.description = description
    return product
  }

  private func store(_ products: [Product]) async throws -> TestStore {
    let test = try TestStore()
    try await test.store.save(products, fetchedAt: noon)
    return test
  }

  @Test(
    "a hit says in which field the text stands, and where",
    arguments: [
      ("캠핑", "[캠핑] 의자"), ("두 번", "description: [두] [번] 사용한 깨끗한 의자입니다."), ("새벽", "vendor: [새벽]장터"),
      ("캠핑 장터", "[캠핑] 의자 vendor: 새벽[장터]"), ("의자 깨끗", "캠핑 [의자] description: 두 번 사용한 [깨끗]한 의자입니다."),
      ("장터 깨끗", "description: 두 번 사용한 [깨끗]한 의자입니다."), ("깨ㄲ", "description: 두 번 사용한 [깨끗]한 의자입니다."),
      ("캠핑 새벽 bel", ""), ("랜턴", ""),
    ])
  func reasons(text: String, expected: String) async throws {
    let test = try await store([product(1, "캠핑 의자", by: "새벽장터", "두 번 사용한 깨끗한 의자입니다.")])
    var query = SearchQuery(text)
    query.correctsEmptyResults = false
    let hit = try await test.store.search(query).hits.first
    var parts: [String] = []
    if let hit, !hit.matches.isEmpty { parts.append(marked(hit.product.name, hit.matches)) }
    switch hit?.match {
    case .vendor(let ranges): parts.append("vendor: " + marked(hit?.product.vendorName ?? "", ranges))
    case .description(let ranges):
      parts.append("description: " + marked(hit?.product.description ?? "", ranges))
    case .text, .equivalents, nil: break
    }
    #expect(parts.joined(separator: " ") == expected)
  }

  private func marked(_ text: String, _ ranges: [Range<String.Index>]) -> String {
    var marked = ""
    var index = text.startIndex
    for range in ranges {
      marked += text[index..<range.lowerBound] + "[" + text[range] + "]"
      index = range.upperBound
    }
    return marked + text[index...]
  }

  @Test("by relevance each reason comes in its turn, whatever is newer", arguments: [1, 3, 20])
  func relevance(limit: Int) async throws {
    // In the order in which they are expected; the last ones are the newest.
    let expected = [
      product(1, "의자"), product(2, "의자 새것"), product(3, "의자왕 인형"), product(4, "나무 의자"), product(5, "나무 의자왕"),
      product(6, "나무의자"), product(7, "의자", stock: 0), product(8, "나무의자", stock: 0), product(9, "우리의 자기계발서"),
      product(10, "Chair", "의자"), product(11, "체어 둘"), product(12, "체어", stock: 0),
      product(13, "책상", by: "의자"),
      product(14, "책상", "의자와 같이 팝니다"), product(15, "책상", "나무 의자"), product(16, "책상", by: "새의자가게"),
      product(17, "책상", "의자", stock: 0), product(18, "책상", "우리의 자기계발서와 함께"),
    ]
    let test = try TestStore {
      $0.searchEquivalents = SearchEquivalents([["의자", "체어", "chair"]], extending: nil)
    }
    try await test.store.save(expected, fetchedAt: noon)
    let found = try await test.store.allHits(of: SearchQuery("의자", limit: limit))
    #expect(found.map(\.stored).ids == expected.map(\.id.rawValue))
    #expect(
      found.map(\.match.stage) == Array(repeating: 0, count: 9) + [1, 1, 1] + Array(repeating: 2, count: 6))
  }

  @Test("a corrected text finds other fields, and a text that any field has is not corrected")
  func correction() async throws {
    let test = try await TestStore.listing(["아이폰 14", "맥북"])
    try await test.store.save([product(3, "케이스", "아이폰 14에 맞습니다, 아이퐁")], fetchedAt: noon)
    let found = try await test.store.search(SearchQuery("아이퐁"))
    #expect(found.hits.map(\.stored).ids == [3] && found.correction == nil)
    let corrected = try await test.store.search(SearchQuery("아이펀"))
    #expect(corrected.hits.map(\.stored).ids == [1, 3] && corrected.correction == .spelling("아이폰"))
  }

  @Test("filters and exact counts hold for all fields")
  func filters() async throws {
    let products = (1...300).map { number in
      product(
        number, number % 3 == 0 ? "의자" : "책상", by: number % 3 == 1 ? "의자" : nil,
        number % 3 == 2 ? "의자" : nil, price: Decimal(number))
    }
    let test = try await store(products)
    for sort in ProductSort.allCases {
      var query = SearchQuery("의자", filter: ProductFilter(minimumPrice: 101), sort: sort, limit: 20)
      query.includesEquivalents = false
      #expect(try await test.store.search(query).count == .exact(200))
      query.counting = .upTo(199)
      #expect(try await test.store.search(query).count == .atLeast(199))
      query.counting = .upTo(30)
      #expect(try await test.store.search(query).count == .atLeast(30))
      query.counting = .exact
      #expect(try await test.store.search(query).count == .exact(200))
    }
  }

  @Test("a list that tells no description keeps the one that is known, and it is still found")
  func keptDescription() async throws {
    let test = try await store([product(1, "책상", by: "새벽장터", "의자 포함")])
    try await test.store.save([product(1, "탁자", price: 5)], fetchedAt: noon + 1)
    #expect(try await test.find("의자") == [1])
    #expect(try await test.find("새벽") == [1])
    #expect(try await test.find("책상") == [])
    try await test.store.save([product(1, "탁자", by: "장터", "조명 포함")], fetchedAt: noon + 2)
    #expect(try await test.find("의자") == [])
    #expect(try await test.find("조명") == [1])
    try await test.store.remove([1])
    for text in ["조명", "장터", "탁자"] { #expect(try await test.find(text) == []) }
    #expect(try await test.store.check().problems == [])
  }

  @Test(
    "Latin text inside more words than are looked up is found, in any place of the text and of every word")
  func manyWords() async throws {
    let letters = Array("abcdefghijklmnopqrst").map(String.init)
    var names = letters.flatMap { first in letters.map { "\(first)\($0)bel\(first)" } }
    names += letters.flatMap { first in letters.map { "x\(first)\($0)bel 2 chair" } }
    names += [
      "bel", "BEL", "bell", "be l", "abe lo", "beel", "\(String(repeating: "z", count: 40))bel2 chair",
    ]
    let test = try await store(names.enumerated().map { product(Int64($0.offset + 1), $0.element) })
    for (text, isHit) in [
      ("bel", { $0.contains("bel") }), ("bela", { $0.contains("bela") }), ("abel", { $0.contains("abel") }),
      ("bel chair", { $0.contains("bel 2 chair") || $0.contains("bel2 chair") }),
      ("bel2", { $0.contains("bel 2") || $0.contains("bel2") }), ("tbel2 ch", { $0.contains("tbel 2") }),
      ("zbel", { $0.contains("zbel") }), ("zzzbel2", { $0.contains("zzzbel2") }),
      ("lbe", { $0.contains("lbe") }),
    ] as [(String, (String) -> Bool)] {
      let expected = names.indices.filter { isHit(names[$0].lowercased()) }.map { Int64($0 + 1) }
      var query = SearchQuery(text, sort: .newest, limit: 200)
      query.counting = .exact
      query.correctsEmptyResults = false
      let found = try await test.store.allHits(of: query) { page in
        #expect(page.count == .exact(expected.count), "\(text)")
      }
      #expect(found.map(\.stored).ids == expected.reversed(), "\(text)")
    }
  }

  private static let hostileTexts = [
    String(repeating: "ㅋ", count: 33_000), String(repeating: "🔥👨‍👩‍👧", count: 4_000),
    "a" + String(repeating: "\u{301}", count: 50_000), String(repeating: "a", count: 100_000),
    String(repeating: "가나 ", count: 14_000), String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 11_000),
    String(repeating: "a1", count: 50_000), "\u{0}\u{FFFD}\u{202E}", "¶의자 §의자 …의자 ‡ ×의 ·의", "", " ", "가",
  ]

  @Test(
    "descriptions and vendors of any text are stored, found as far as they are searched, and leave no trace",
    arguments: hostileTexts.indices)
  func hostile(index: Int) async throws {
    let text = Self.hostileTexts[index]
    let test = try await store([
      product(1, "책상", by: "가", text), product(2, "책상", by: text, "가"), product(3, "책상", by: "a", "b"),
    ])
    #expect(Set(try await test.find("가")).isSuperset(of: [1, 2]))
    #expect(try await test.find("a").contains(3))
    #expect(try await test.store.product(1)?.product.description == text)
    let beginning = String(text.unicodeScalars.prefix(20))
    let search = TextSearch(beginning, nil)
    for id in try await test.find(beginning) {
      let stored = try #require(try await test.store.product(.init(rawValue: id)))
      #expect(search.hit(stored) != nil, "\(id)")
    }
    try await test.store.remove([1, 2, 3])
    let rows = try await test.store.readCache { db in
      try db.rows(
        "SELECT rowid FROM product_fts WHERE product_fts MATCH '\"¶가\" OR \"§가\" OR \"책상\" OR \"§a\"'"
      ) {
        $0.int64(0)
      }
    }
    #expect(rows == [])
  }
}
