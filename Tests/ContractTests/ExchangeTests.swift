import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// Everything that the client sends and the mock responds to is held against the document.
struct ExchangeTests {
  private let document: OpenAPIDocument
  private let mock: MarketplaceMock
  private let transport: ContractTransport
  private let client: MarketClient

  init() throws {
    document = try OpenAPIDocument.ofRepository()
    mock = MarketplaceMock { $0.productCount = 60 }
    transport = ContractTransport(MockTransport(mock), document: document)
    let vendor = MarketplaceMock.Vendor.sample
    client = try MarketClient(
      server: try #require(URL(string: "http://market.test")),
      credentials: VendorCredentials(identifier: vendor.identifier, secret: vendor.secret),
      transport: transport)
  }

  @Test("every request of the client and every response to it keeps to the document")
  func client() async throws {
    _ = try await client.health()
    for try await _ in client.pages(size: 25) {}
    _ = try await client.products(page: 999, size: 1000)
    _ = try await client.products(matching: "100% 의자 + \"책상\" & 🪑")
    _ = try await client.suggestions(for: "아")
    _ = try await client.suggestions(for: "")

    let draft = NewListing(
      name: "접이식 캠핑 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: 60_000_000,
      discount: Decimal(string: "0.5") ?? 0)
    let photo = PhotoUpload(
      try SamplePhoto.jpeg(width: 64, height: 48, seed: 1), fileName: "의자 \"앞\".jpg")
    let created = try await client.sell(draft, photos: [photo, photo])
    let images = try #require(created.images)
    let edited = try await client.edit(
      created.id, ProductChanges(price: 45_000, discount: 5_000, thumbnailID: images[1].id))
    #expect(edited.salePrice == 40_000)
    _ = try await client.markSold(created.id)
    _ = try await client.product(created.id)
    _ = try await client.http.data(from: images[0].url)
    try await client.delete(created.id)
    await #expect(throws: HTTPError.self) { try await client.product(created.id) }

    #expect(transport.violations == [])
    let seen = Set(transport.exchanges.map { $0.prefix { $0 != " " } })
    let operations = document.operations.filter { $0.method != "HEAD" && !$0.template.hasPrefix("/__mock/") }
    #expect(
      seen.symmetricDifference(operations.map { Substring($0.id) }) == [],
      "call every operation of openapi.yaml above")
  }
}
