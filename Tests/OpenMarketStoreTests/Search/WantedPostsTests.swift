import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

struct WantedPostsTests {
  private let names = [
    "아이폰 15 프로", "애플 아이폰 14", "아이폰 삽니다", "아이폰", "아이폰 15 구해요!", "[구매합니다] 아이폰", "신형아이폰용 케이스",
  ]

  @Test("posts of those who want to buy come behind what is for sale, before what is sold")
  func behind() async throws {
    let test = try await TestStore.listing(names)
    try await test.store.save([.listed(8, name: "아이폰 12", stock: 0)], fetchedAt: noon)
    #expect(
      try await test.store.search(SearchQuery("아이폰")).hits.map(\.stored).ids == [4, 1, 2, 7, 5, 3, 6, 8])
    #expect(
      try await test.store.search(SearchQuery("아이폰", sort: .newest)).hits.map(\.stored).ids
        == [8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test(
    "they come where their names belong when the text asks for them",
    arguments: ["아이폰 삽니다", "아이폰삽니다", "아이폰 삽니"])
  func asked(text: String) async throws {
    let test = try await TestStore.listing(names + ["애플 삽니다 아이폰 팝니다"])
    #expect(try await test.store.search(SearchQuery(text)).hits.first?.product.name == "아이폰 삽니다")
  }

  @Test(
    "only a word that ends so tells",
    arguments: ["공구함", "삽니다만 팝니다", "연구해요즘", "친구해요", "공구해요 아이폰", "연구합니다", "아이폰 매입", "급구", "사요"])
  func others(name: String) {
    #expect(!WantedPosts.contains(CompactName(name)))
  }
}
