import Foundation
import OpenMarketAPI
import OpenMarketMock
import Testing

@Test("the mock market does without the store")
func listsProducts() async throws {
  let mock = MarketplaceMock { $0.productCount = 5 }
  let server = try #require(URL(string: "http://market.test"))
  let client = try MarketClient(server: server, transport: mock)
  let page = try await client.products()
  #expect(page.products.count == 5)
}
