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

  @Test("a text with hits is not corrected, nor one whose hits a filter keeps back")
  func doesNotCorrect() async throws {
    let test = try await market()
    #expect(try await test.store.search(SearchQuery("맥ㅂ")).correction == nil)
    let results = try await test.store.search(SearchQuery("노트북", filter: .init(vendorID: 99)))
    #expect(results.hits.isEmpty && results.correction == nil && results.count == .exact(0))
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
