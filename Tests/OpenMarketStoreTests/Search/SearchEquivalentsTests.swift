import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct SearchEquivalentsTests {
  /// The standard words, unless others are given, and products of these names, the last of which is the newest.
  private func market(_ names: [String], _ words: SearchEquivalents = .standard) async throws -> TestStore {
    let test = try TestStore { $0.searchEquivalents = words }
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    return test
  }

  private func names(_ results: SearchResults) -> [String] { results.hits.map(\.product.name) }

  @Test(
    "a word finds its equivalents, both ways and in both scripts, whatever stands around it",
    arguments: [
      ("아이폰", "iPhone 15"), ("iphone", "아이폰 15"), ("IPHONE", "급처 아이폰15"), ("아이폰14", "iPhone 14 Pro"),
      ("iphone14", "아이폰 14 프로"), ("아이폰14프로", "iPhone 14 Pro"), ("iphone 14 pro", "아이폰14프로"),
      ("갤럭시s23", "Samsung Galaxy S23"), ("galaxys23", "갤럭시S23 울트라"), ("에어콘", "엘지 에어컨"), ("에어컨", "에어콘 팝니다"),
      ("랩탑", "게이밍노트북"), ("laptop", "노트북 거치대"), ("노트북 ㅅ", "Laptop 스탠드"), ("나이키 신", "Nike 신발"),
      ("256기가", "SSD 256GB"), ("이세대", "에어팟 2세대"), ("2세대", "애플펜슬 이세대"), ("2세대", "AirPods 2 Gen"),
      ("사인용", "텐트 4인용"), ("투인원", "스팀 2in1 청소기"), ("두켤레", "양말 2켤레"),
      ("new balance", "뉴발란스 992"), ("the north face", "노스페이스 눕시"), ("north face 패딩", "패딩 노스페이스"),
      ("에어 프라이어", "Air Fryer 5L"), ("갤 노트", "galaxy note 20"),
    ])
  func finds(text: String, name: String) async throws {
    let test = try await market(["책상", name])
    let results = try await test.store.search(SearchQuery(text))
    #expect(names(results) == [name])
    #expect(results.correction == nil)
    #expect(results.count == .exact(1))
    guard case .equivalents(let words)? = results.hits.first?.match else {
      Issue.record("found as \(String(describing: results.hits.first?.match))")
      return
    }
    #expect(!words.isEmpty)
  }

  @Test("names with the text itself come first in every order", arguments: ProductSort.allCases)
  func textFirst(sort: ProductSort) async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "신형아이폰", price: 500), .listed(2, name: "iPhone", price: 100),
        .listed(3, name: "아이폰", price: 300), .listed(4, name: "iPhone 15", price: 900),
        .listed(5, name: "iPhone 아이폰", price: 700),
      ], fetchedAt: noon)
    let results = try await test.store.search(SearchQuery("아이폰", sort: sort))
    let expected: [Int64] =
      switch sort {
      case .relevance: [3, 5, 1, 2, 4]
      case .newest: [5, 3, 1, 4, 2]
      case .priceAscending: [3, 1, 5, 2, 4]
      case .priceDescending: [5, 1, 3, 4, 2]
      }
    #expect(results.hits.map(\.stored).ids == expected)
    #expect(results.hits.map(\.match.stage) == [0, 0, 0, 1, 1])
  }

  @Test("the words that were found are highlighted, and it is said what they stand for")
  func highlights() async throws {
    let test = try await market(["새 iPhone 14 투명케이스", "iPhone 케이스"])
    let hits = try await test.store.search(SearchQuery("케이스 아이폰")).hits
    #expect(hits.map(\.match) == [.equivalents(["아이폰": "iphone"]), .equivalents(["아이폰": "iphone"])])
    #expect(
      hits.map { hit in hit.matches.map { String(hit.product.name[$0]) } } == [
        ["iPhone", "케이스"], ["iPhone", "케이스"],
      ])
    let glued = try #require(try await test.store.search(SearchQuery("아이폰14")).hits.first)
    #expect(glued.match == .equivalents(["아이폰14": "iphone14"]))
    #expect(glued.matches.map { String(glued.product.name[$0]) } == ["iPhone 14"] || glued.matches.count == 2)
  }

  @Test(
    "an equivalent is a whole word: no beginning of one, no end of a Latin one, no middle of a Korean one")
  func wholeWords() async throws {
    let words = SearchEquivalents([["엘지", "LG"], ["맥", "mac"], ["케이스", "case"]], extending: nil)
    let test = try await market(
      ["lgbt", "iMac", "Bookcase", "동맥경화", "맥주", "하드케이스", "케이스 2", "가케이스나", "LG 그램"], words)
    #expect(try await test.find("엘지") == [9])
    #expect(try await test.find("맥") == [5, 4])
    #expect(try await test.find("case") == [3, 7, 6])
    #expect(try await test.find("엘") == [])
  }

  @Test("a filter holds for equivalents as well")
  func filter() async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "iPhone", price: 100), .listed(2, name: "아이폰", price: 200),
        .listed(3, name: "iPhone", price: 300), .listed(4, name: "아이폰", price: 400),
      ], fetchedAt: noon)
    #expect(try await test.find("아이폰", filter: ProductFilter(maximumPrice: 300)) == [2, 3, 1])
    var query = SearchQuery("아이폰", filter: ProductFilter(minimumPrice: 300), limit: 1)
    query.counting = .exact
    #expect(try await test.store.search(query).count == .exact(2))
  }

  @Test("what nobody has is corrected as before, and the correction has equivalents, too")
  func corrections() async throws {
    let test = try await market(["iPhone 12", "의자"])
    let results = try await test.store.search(SearchQuery("dkdlvhs"))
    #expect(results.correction == .keyboard("아이폰"))
    #expect(names(results) == ["iPhone 12"])
    var query = SearchQuery("dkdlvhs")
    query.includesEquivalents = false
    #expect(try await test.store.search(query).hits.isEmpty)
  }

  @Test("a full page of the text itself does not ask for more, and the count says so")
  func counts() async throws {
    let test = try await market(Array(repeating: "아이폰", count: 30) + Array(repeating: "iPhone", count: 20))
    func count(_ limit: Int, _ counting: SearchQuery.Counting) async throws -> HitCount {
      var query = SearchQuery("아이폰", sort: .newest, limit: limit)
      query.counting = counting
      return try await test.store.search(query).count
    }
    #expect(try await count(10, .upTo(1_000)) == .atLeast(30))
    #expect(try await count(30, .upTo(1_000)) == .exact(50))
    #expect(try await count(31, .upTo(1_000)) == .exact(50))
    #expect(try await count(31, .upTo(40)) == .atLeast(40))
    #expect(try await count(10, .upTo(20)) == .atLeast(20))
    #expect(try await count(31, .upTo(30)) == .atLeast(30))
    #expect(try await count(31, .upTo(50)) == .exact(50))
    #expect(try await count(1, .exact) == .exact(50))
  }
}
