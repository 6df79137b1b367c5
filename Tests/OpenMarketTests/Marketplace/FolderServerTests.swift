import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("A folder and its server", .timeLimit(.minutes(5)))
struct FolderServerTests {
  private func open(_ server: String, in test: TestMarket) throws -> Marketplace {
    let server = try #require(URL(string: server))
    return try Marketplace(server: server, folder: test.folder.url) {
      $0.transport = MockTransport(test.mock)
      $0.credentials = try VendorCredentials(
        identifier: MarketplaceMock.Vendor.sample.identifier, secret: MarketplaceMock.Vendor.sample.secret)
    }
  }

  private func expectRefusal(_ server: String, in test: TestMarket) throws {
    let error = #expect(throws: StoreError.self) { _ = try open(server, in: test) }
    #expect(error?.code == .notPermitted, "\(server)")
    #expect(error?.message.contains("the data of http://market.test, not that of \(server)") == true)
  }

  @Test(
    "a folder with a queue opens for no other server, and nothing is sent there",
    arguments: [
      "https://market.test", "http://market.test:8080", "http://market.test/v2", "http://other.test",
    ])
  func queue(server: String) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.network = .down
    try await market.sell(.chair, photos: [.pixel])
    try await market.close()
    try expectRefusal(server, in: test)
    #expect(test.mock.ledger.isEmpty)
    let back = try open("HTTP://Market.Test:80/", in: test)
    try await back.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await back.close()
  }

  @Test("copies of one server are not displayed as another's")
  func copies() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    _ = try await market.products(page: 1)
    try await market.close()
    try expectRefusal("http://other.test", in: test)
    #expect(StoreReader(folder: test.folder.url, server: "http://other.test") == nil)
    #expect(StoreReader(folder: test.folder.url, server: "http://market.test") != nil)
  }
}
