import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("Selling")
struct SellingTests {
  let mock = MarketplaceMock { $0.productCount = 0 }

  func client(honoursKeys: Bool = true, mock: MarketplaceMock? = nil) throws -> MarketClient {
    try testClient(MockTransport(mock ?? self.mock), as: .sample(), honoursKeys: honoursKeys)
  }

  @Test("a product is listed, changed, sold and deleted")
  func life() async throws {
    let client = try client()
    let created = try await client.sell(.good, photos: [.jpeg, .png])
    #expect(
      created.name == NewListing.good.name && created.price == 45_000 && created.salePrice == 40_000)
    #expect(created.images?.count == 2 && created.vendor?.name == MarketplaceMock.Vendor.sample.name)
    #expect(created.images?.first?.thumbnailURL == created.thumbnail)

    let second = try #require(created.images?.last)
    let changes = ProductChanges(price: 39_999.5, discount: 0.5, thumbnailID: second.id)
    let edited = try await client.edit(created.id, changes)
    #expect(
      edited.price == 39_999.5 && edited.salePrice == 39_999 && edited.description == created.description)
    #expect(edited.thumbnail == second.thumbnailURL)

    #expect(try await client.markSold(created.id).isSoldOut)
    #expect(try await client.delete(created.id)?.id == created.id)
    await #expect(throws: HTTPError.self) { try await client.product(created.id) }
    #expect(mock.ledger.map(\.kind) == [.created, .edited, .edited, .deleted])
  }

  @Test("a change sends what is set, composed, and nothing else")
  func changedFields() async throws {
    let script = [ScriptedTransport.Stub(.patch, "/api/products/7", .json(WireSamples.detail2))]
    try await ScriptedTransport.play(script) { transport in
      let changes = ProductChanges(name: "한글날".decomposedStringWithCanonicalMapping, stock: 0)
      _ = try await testClient(transport, as: .sample()).edit(7, changes)
      let request = try #require(transport.requests.first)
      let secret = MarketplaceMock.Vendor.sample.secret
      #expect(try request.jsonBody() == ["secret": secret, "name": "한글날", "stock": "0"])
      #expect(request.head.headerFields[.contentType] == "application/json")
    }
  }

  @Test("without credentials nothing is sent")
  func unauthorized() async throws {
    let client = try testClient(ScriptedTransport([]))
    func code(_ call: () async throws -> some Any) async -> HTTPError.Code? {
      do { _ = try await call() } catch { return (error as? HTTPError)?.code }
      return nil
    }
    #expect(await code { try await client.sell(.good, photos: [.jpeg]) } == .unauthorized)
    #expect(await code { try await client.edit(1, ProductChanges()) } == .unauthorized)
    #expect(await code { try await client.markSold(1) } == .unauthorized)
    #expect(await code { try await client.delete(1) } == .unauthorized)
  }

  @Test("a bad draft is refused with all failures, and nothing is sent")
  func badDraft() async throws {
    let client = try testClient(ScriptedTransport([]), as: .sample())
    let draft = NewListing(name: "", description: "", price: -1)
    let error = await #expect(throws: ListingValidationError.self) {
      try await client.sell(draft, photos: [])
    }
    #expect(error?.failures.count == 4)
  }

  @Test("a listing whose response was lost is repeated, and done once, when the server honours keys")
  func repeatedListing() async throws {
    mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let created = try await client().sell(.good, photos: [.jpeg])
    #expect(mock.ledger.map(\.productID) == [created.id])
    #expect(mock.requestLog.map(\.isReplayed) == [false, true])
  }

  @Test("a listing whose response was lost is not repeated when the server may not honour keys")
  func lostListing() async throws {
    mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let error = await #expect(throws: HTTPError.self) {
      try await client(honoursKeys: false).sell(.good, photos: [.jpeg])
    }
    #expect(error?.code == .connectionLost)
    #expect(mock.requestLog.count == 1 && mock.requestLog[0].headers[.idempotencyKey] != nil)
  }

  @Test("each write has a key of its own, or the caller's")
  func keys() async throws {
    let client = try client()
    let id = try await client.sell(
      .good, photos: [.jpeg], options: RequestOptions { $0.idempotencyKey = "mine" }
    ).id
    _ = try await client.markSold(id)
    _ = try await client.markSold(id)
    try await client.delete(id, options: RequestOptions { $0.idempotencyKey = "gone" })
    let keys = mock.requestLog.map { $0.headers[.idempotencyKey] ?? "none" }
    #expect(keys[0] == "mine" && keys[3...] == ["gone.1", "gone.2"])
    #expect(keys[1].count == 36 && keys[2].count == 36 && keys[1] != keys[2])
  }

  @Test(
    "a deletion whose response was lost succeeds, with the product when the server honours keys",
    arguments: [true, false])
  func lostDeletion(honoursKeys: Bool) async throws {
    let mock = MarketplaceMock {
      $0.productCount = 0
      $0.honoursIdempotencyKeys = honoursKeys
    }
    let client = try client(honoursKeys: false, mock: mock)
    let id = try await client.sell(.good, photos: [.jpeg]).id
    mock.addFault(Fault(.disconnect, on: .init(.delete), phase: .after))
    #expect(try await client.delete(id)?.id == (honoursKeys ? id : nil))
    #expect(mock.ledger.map(\.kind) == [.created, .deleted])
  }

  @Test("deleting what is not there is an error, at either step")
  func nothingToDelete() async throws {
    let client = try client()
    let first = await #expect(throws: HTTPError.self) { try await client.delete(999) }
    #expect(first?.code == .notFound && first?.context?.template == "/api/products/{id}/archived")

    let id = try await client.sell(.good, photos: [.jpeg]).id
    mock.addFault(Fault(.status(.notFound), on: .init(.delete)))
    let second = await #expect(throws: HTTPError.self) { try await client.delete(id) }
    #expect(second?.code == .notFound && second?.attempts == 1)
  }

  @Test("what belongs to somebody else stays")
  func foreign() async throws {
    let id = try await client().sell(.good, photos: [.jpeg]).id
    let vendor = MarketplaceMock.Vendor.other
    let credentials = try VendorCredentials(
      identifier: vendor.identifier, secret: vendor.secret)
    let stranger = try testClient(MockTransport(mock), as: credentials)
    let error = await #expect(throws: HTTPError.self) { try await stranger.delete(id) }
    #expect(error?.code == .forbidden)
    #expect(mock.ledger.map(\.kind) == [.created])
  }

  @Test(
    "a price reaches the server and comes back to its last digit",
    arguments: ["0.1", "0.001", "123456789.99", "60000000", "9000000000000000", "0", "12345.678901"])
  func prices(text: String) async throws {
    let price = try #require(Decimal(string: text))
    var draft = NewListing.good
    draft.price = price
    draft.discount = 0
    let created = try await client().sell(draft, photos: [.jpeg])
    #expect(created.price == price && created.salePrice == price)
  }
}
