import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarketStore

struct SearchRecoveryTests {
  private func market() async throws -> TestStore {
    let test = try TestStore()
    let names = [
      "맥북 에어 M2", "LG 노트북", "게이밍 노트북", "노트북", "아이폰 프로 14인치", "아이폰 케이스", "코드 정리함", "iPhone 12", "사과나무 의자",
    ]
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    try await test.store.updateSuggestions()
    return test
  }

  @Test(
    "a text that nothing has is taken for what it is on the way to, or was typed for",
    arguments: [
      ("맥부", SearchCorrection.completed("맥북"), ["맥북 에어 M2"]),
      ("ㄴㅌㅂ", .completed("노트북"), ["노트북", "게이밍 노트북", "LG 노트북"]),
      ("콛", .completed("코드"), ["코드 정리함"]), ("아이폰 케잇", .completed("아이폰 케이스"), ["아이폰 케이스"]),
      ("정리함 콛", .completed("정리함 코드"), ["코드 정리함"]),
      ("dkdlvhs", .keyboard("아이폰"), ["아이폰 케이스", "아이폰 프로 14인치", "iPhone 12"]),
      ("shxmqn", .keyboard("노트북"), ["노트북", "게이밍 노트북", "LG 노트북"]),
      ("ㅑㅔㅙㅜㄷ", .keyboard("iphone"), ["iPhone 12", "아이폰 케이스", "아이폰 프로 14인치"]),
      ("ㅑㅔㅙㅜㄷ 12", .keyboard("iphone 12"), ["iPhone 12"]),
      ("아이폰14", .apart, ["아이폰 프로 14인치"]),
      ("아이폰 의자", .without(["의자"]), ["아이폰 케이스", "아이폰 프로 14인치", "iPhone 12"]),
      ("노트북을", .spelling("노트북"), ["노트북", "게이밍 노트북", "LG 노트북"]), ("게이밍용 의자", .without(["게이밍용"]), ["사과나무 의자"]),
      ("게이밍용 노트북을", .spelling("게이밍 노트북"), ["게이밍 노트북"]),
      ("없는말 노트북", .without(["없는말"]), ["노트북", "게이밍 노트북", "LG 노트북"]),
    ])
  func corrects(text: String, correction: SearchCorrection, names: [String]) async throws {
    let test = try await market()
    let results = try await test.store.search(SearchQuery(text))
    #expect(results.correction == correction)
    #expect(results.hits.map(\.stored.product.name) == names)
    #expect(results.count == .exact(names.count))
    #expect(results.hits.allSatisfy { !$0.matches.isEmpty })
  }

  @Test(
    "what the market has nothing of is taken for what comes nearest, or for nothing at all",
    arguments: [
      (
        "갤럭시 s23 울트라 256", SearchCorrection.without(["울트라"]), ["갤럭시 S23 256GB 레드"],
        ["갤럭시 S24 울트라 256GB", "갤럭시 S23 256GB 레드"]
      ),
      ("아이폰 17 프로", .without(["17"]), ["아이폰 16 프로"], ["아이폰 16 프로", "맥스 프로 17개"]),
      (
        "나이키 범고래 300", .without(["300"]), ["나이키 덩크 로우 범고래 250"], ["나이키 덩크 로우 범고래 250", "나이키 300"]
      ),
      ("의자 없는말 300 책상", .without(["없는말", "300"]), ["책상과 의자"], ["책상과 의자", "의자"]),
      ("2인 소파", .without(["2인"]), ["3인용 소파"], ["3인용 소파"]),
      ("갤럭시 s25", .without(["s25"]), ["갤럭시 S24 256GB"], ["갤럭시 S24 256GB"]),
      ("아이폰99", nil, [], ["아이폰 13 993GB"]),
      ("나이키운동화", .apart, ["나이키 남성 운동화"], ["나이키 남성 운동화", "나이키 장갑", "아동 운동화"]),
      ("에어팟프로", .apart, ["AirPods Max Pro 2"], ["AirPods Max Pro 2"]),
      ("iphone15goldpink", .apart, ["iPhone 15 Gold Pink 256"], ["iPhone 15 Gold Pink 256"]),
      ("iphone15promax", nil, ["iPhone 15 Pro Max 256"], ["iPhone 15 Pro Max 256"]),
      ("갤럭시s24울트라256", .apart, ["갤럭시 S24 256GB 울트라"], ["갤럭시 S24 256GB 울트라", "갤럭시 S24"]),
      ("칡", nil, [], ["일괄 소파"]), ("미싱", nil, [], ["미사용 머그컵"]), ("대나무", nil, [], ["에이스침대 사무용의자"]),
      ("캠핑으", .completed("캠핑의자"), ["캠핑의자", "접이식 캠핑 의자"], ["접이식 캠핑 의자", "캠핑의자"]),
      ("맥부", .completed("맥북"), ["맥북에어 13", "맥북프로 14"], ["맥북프로 14", "맥북에어 13"]),
      ("레고", nil, [], ["네고 되는 의자", "의자 네고"]),
      ("상테", .spelling("상태"), ["상태 좋은 의자"], ["상태 좋은 의자"]),
      (
        "아잎", .completed("아이패드"), ["아이패드 에어", "아이패드 미니"], ["아이패드 미니", "아이패드 에어", "아이폰 15", "아이보리 컵"]
      ),
      ("90인치 tv", .without(["tv"]), ["모니터 90인치"], ["모니터 90인치"]),
      ("sxq ", .keyboard("노트북"), ["노트북"], ["노트북"]),
      // Parts of words are no better than a slip; whole words are.
      ("액스박스", .spelling("엑스박스"), ["엑스박스 패드"], ["엑스박스 패드", "액스 선물박스", "액스랑 박스테이프"]),
      ("나이키운동화", .apart, ["나이키 여성운동화"], ["나이키 여성운동화"]),
      ("나이키운동회", .apart, ["나이키 가을 운동회"], ["나이키 가을 운동회", "나이키운동화"]),
      // Across a space is rarely what was meant.
      ("태팔", .spelling("테팔"), ["테팔 프라이팬"], ["테팔 프라이팬", "새상태 팔백원"]),
      ("태팔 팬", .spelling("테팔 팬"), ["테팔 프라이팬"], ["테팔 프라이팬", "프라이팬 상태 팔백원"]),
      ("죽의", nil, ["가죽 의자"], ["가죽 의자"]), ("문곤", nil, ["창문 곤로"], ["창문 곤로"]),
      ("tlrxk", .keyboard("식탁"), ["식탁"], ["식탁", "휴식 타월"]),
      // Syllables may be a word themselves, and are no part of a Latin one; single vowels are never meant.
      ("디채", .spelling("딤채"), ["딤채 김치통"], ["딤채 김치통", "welcome 매트"]),
      ("ㅔㅐㅇㄴ", .keyboard("pods"), ["AirPods"], ["AirPods"]),
    ] as [(String, SearchCorrection?, [String], [String])])
  func nearest(text: String, correction: SearchCorrection?, hits: [String], names: [String]) async throws {
    let test = try TestStore()
    try await test.store.save(
      names.enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    try await test.store.updateSuggestions()
    let results = try await test.store.search(SearchQuery(text))
    #expect(results.correction == correction)
    #expect(results.hits.map(\.stored.product.name) == hits)
    // A list that ranks no reasons is corrected as one that does.
    var list = SearchQuery(text, sort: .newest)
    list.includesEquivalents = false
    let ranked = try await test.store.search(list)
    list.ranksReasons = false
    let unranked = try await test.store.search(list)
    #expect(unranked.correction == ranked.correction)
    #expect(Set(unranked.hits.map(\.id)) == Set(ranked.hits.map(\.id)))
  }

  @Test(
    "a word of one old name is known, however many newer ones have it across a space",
    arguments: [("태팔 팬", ["태팔 그릇"], nil), ("태팔", [], .spelling("테팔"))]
      as [(String, [String], SearchCorrection?)])
  func knownByOld(text: String, names: [String], correction: SearchCorrection?) async throws {
    let test = try TestStore()
    let newer = ["테팔 프라이팬", "프라이팬 상태 팔백원"] + Array(repeating: "새상태 팔백원", count: 12)
    try await test.store.save(
      (names + newer).enumerated().map { .listed(Int64($0.offset + 1), name: $0.element) }, fetchedAt: noon)
    try await test.store.updateSuggestions()
    #expect(try await test.store.search(SearchQuery(text)).correction == correction)
  }

  @Test("a slip is not taken for two words because a description has parts of both")
  func descriptions() async throws {
    let test = try TestStore()
    var prose = Product.listed(2, name: "책상")
    prose.description = "그라운드에서 쓰던 것, 인도네시아산"
    try await test.store.save([.listed(1, name: "커피 그라인더"), prose], fetchedAt: noon)
    try await test.store.updateSuggestions()
    let results = try await test.store.search(SearchQuery("그라인도"))
    #expect(results.correction == .spelling("그라인더"))
    #expect(results.hits.map(\.id) == [1])
  }

  @Test("a text with hits is not corrected, nor one whose hits a filter keeps back")
  func doesNotCorrect() async throws {
    let test = try await market()
    #expect(try await test.store.search(SearchQuery("맥ㅂ")).correction == nil)
    let results = try await test.store.search(SearchQuery("노트북", filter: .init(vendorID: 99)))
    #expect(results.hits.isEmpty && results.correction == nil && results.count == .exact(0))
    // Nor one that is still being typed.
    try await test.store.save([.listed(90, name: "아이폰 맥세이프")], fetchedAt: noon)
    let begun = try await test.store.search(SearchQuery("아이폰 맥ㅂ", filter: .init(vendorID: 99)))
    #expect(begun.hits.isEmpty && begun.correction == nil)
  }

  @Test("a hit across a space is not corrected where a filter keeps other hits back")
  func acrossWithFilter() async throws {
    let test = try TestStore()
    try await test.store.save(
      [
        .listed(1, name: "옷장 식탁세트", price: 9_000), .listed(2, name: "장식장", price: 50_000),
        .listed(3, name: "옷장 식기건조대", price: 60_000),
      ], fetchedAt: noon)
    try await test.store.updateSuggestions()
    let results = try await test.store.search(SearchQuery("장식", filter: ProductFilter(maximumPrice: 10_000)))
    #expect(results.hits.map(\.id) == [1] && results.correction == nil)
  }

  @Test(
    "nothing is corrected when nothing fits, or nobody wants it",
    arguments: ["없는말", "qqqqqq", "ㅁㅁㅁㅁ", "zz 99"])
  func nothing(text: String) async throws {
    let test = try await market()
    let results = try await test.store.search(SearchQuery(text))
    #expect(results.hits.isEmpty && results.correction == nil)
    var query = SearchQuery("dkdlvhs")
    query.correctsEmptyResults = false
    #expect(try await test.store.search(query).hits.isEmpty)
  }

  @Test("the pages of a corrected search go on with the correction")
  func pages() async throws {
    let test = try await market()
    var query = SearchQuery("shxmqnr", limit: 2)
    let first = try await test.store.search(query)
    query.cursor = first.next
    let second = try await test.store.search(query)
    #expect((first.hits + second.hits).map(\.stored.product.name) == ["노트북", "게이밍 노트북", "LG 노트북"])
    #expect(second.correction == .keyboard("노트북"))
    #expect(second.next == nil)
  }
}
