import Foundation
import OpenMarket
import OpenMarketMock
import Testing

@testable import FirstApp

/// A shop of a mock market, in a folder that is removed afterwards.
func withShop(_ body: (Shop, MarketplaceMock) async throws -> Void) async throws {
  let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let mock = MarketplaceMock { $0.productCount = 100 }
  let vendor = MarketplaceMock.Vendor.sample
  let server = try #require(URL(string: "http://market.test"))  // any http address
  let market = try Marketplace(server: server, folder: folder) {
    $0.transport = mock
    $0.credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    $0.serverHonoursIdempotencyKeys = true
  }
  do {
    try await body(Shop(market: market), mock)
  } catch {
    try? await market.close()
    throw error
  }
  try await market.close()
}

@Test("what was displayed once is displayed without a network")
func offline() async throws {
  try await withShop { shop, mock in
    let lines = try await shop.newest()
    #expect(lines.count == 5)
    mock.addFault(Fault(.disconnect, on: .get, times: 100))
    #expect(try await shop.newest() == lines)
  }
}

@Test("a text finds products, is completed, and asks the server for its names")
func searching() async throws {
  try await withShop { shop, _ in
    let found = try await shop.search("의자")
    #expect(!found.isEmpty && found.allSatisfy { $0.contains("의자") })
    let suggestions = try await shop.suggestions(for: "의")
    #expect(suggestions.contains("의자"))
    let completions = try await shop.completions(of: "의")
    #expect(completions.count <= 3)
  }
}

@Test("a link opens its product; one that leads nowhere says so")
func links() async throws {
  try await withShop { shop, _ in
    let link = try #require(URL(string: "shop://product/7"))
    #expect(try await shop.open(link).hasPrefix("7  "))
    let gone = try #require(URL(string: "shop://product/4711"))
    #expect(try await shop.open(gone) == "Product 4711 is not there any more.")
    let other = try #require(URL(string: "shop://help"))
    #expect(try await shop.open(other) == "This is not a link to a product.")
  }
}

@Test("a listing whose response is lost is listed once")
func lostResponse() async throws {
  try await withShop { shop, mock in
    mock.addFault(Fault(.disconnect, on: .post, phase: .after))
    let photo = try SamplePhoto.jpeg(width: 64, height: 48, seed: 1)
    let listing = try await shop.sell("접이식 의자", price: 45_000, photo: photo)
    #expect(try await listing.value.price == 45_000)
    #expect(mock.ledger.map(\.kind) == [.created])
  }
}

@Test("a refused listing is corrected, and a wrong form says all that is wrong")
func refused() async throws {
  try await withShop { shop, mock in
    let photo = try SamplePhoto.jpeg(width: 64, height: 48, seed: 1)
    mock.addFault(Fault(.status(.badRequest), on: .post))
    let listing = try await shop.sell("접이식 의자", price: 45_000, photo: photo)
    await #expect(throws: SubmissionFailure.self) { try await listing.value }
    let refused = try #require(try await shop.refused().first)
    try await shop.correct(refused.id, price: 40_000)
    #expect(try await listing.value.price == 40_000)

    let error = await #expect(throws: ListingValidationError.self) {
      try await shop.sell("", price: -5, photo: photo)
    }
    #expect(shop.mistakes(try #require(error)).count == 2)
  }
}
