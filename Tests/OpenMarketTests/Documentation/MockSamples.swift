import Foundation
import OpenMarket
import OpenMarketMock
import Testing

/// Waits for a model; in the article on testing.
@MainActor func waitUntil(_ condition: @MainActor () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(10)
  while !condition() {
    try #require(ContinuousClock.now < end)
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// The code about the mock; ``DocumentationTests`` runs that of its article.
enum MockSamples {
  static func market(_ server: URL, _ folder: URL) throws -> (MarketplaceMock, Marketplace) {
    let mock = MarketplaceMock { $0.productCount = 500 }
    let vendor = MarketplaceMock.Vendor.sample
    let market = try Marketplace(server: server, folder: folder) {
      $0.transport = mock
      $0.credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    }
    return (mock, market)
  }

  static func time(_ server: URL, _ folder: URL, _ mock: MarketplaceMock) throws {
    let clock = ManualClock()
    let market = try Marketplace(server: server, folder: folder) {
      $0.transport = mock
      $0.http.use(clock)
    }
    clock.advance(by: .seconds(600))
    _ = market
  }

  static func previews(_ mock: MarketplaceMock) throws {
    let preview = try Marketplace.preview(latency: .milliseconds(300))
    let own = try Marketplace.preview(of: mock, isOffline: true)
    _ = (preview, own)
  }

  static func photos() throws -> [PhotoUpload] {
    let photos = [PhotoUpload(try SamplePhoto.jpeg(width: 640, height: 480, seed: 1))]
    return photos
  }

  @MainActor static func models(_ market: Marketplace) async throws {
    let list = ProductListModel(market.feed())
    _ = await list.feed.settledState
    try await waitUntil { !list.items.isEmpty }

    let search = SearchModel(market)
    search.submit("의자")
    try await waitUntil { search.results?.items.isEmpty == false }
  }

  static func ledger(
    _ mock: MarketplaceMock, _ market: Marketplace, _ draft: NewListing, _ photos: [PhotoUpload]
  ) async throws {
    let listing = try await market.sell(draft, photos: photos)
    let product = try await listing.value

    let effects = mock.ledger.map(\.kind)
    precondition(effects == [.created], "\(effects)")
    _ = product
  }

  static func faults(_ mock: MarketplaceMock) {
    mock.addFault(Fault(.disconnect, on: .post, "/api/products", phase: .after))
    mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .seconds(2)), on: .patch, times: 3))
    mock.addFault(Fault(.hang, on: .get, "/images/**", times: 20))
  }

  static func offline(
    _ mock: MarketplaceMock, _ market: Marketplace, _ draft: NewListing, _ photos: [PhotoUpload]
  ) async throws {
    mock.isOffline = true
    let listing = try await market.sell(draft, photos: photos)
    mock.isOffline = false
    try await market.outbox.flush()
    _ = listing
  }

  static func plan(_ mock: MarketplaceMock, _ seed: UInt64) {
    mock.setFaultPlan(
      FaultPlan(seed: seed) {
        $0.dropBefore = 0.1
        $0.dropAfter = 0.1
        $0.status = 0.05
        $0.limit = 20
      })
  }

  static func oracle(
    _ mock: MarketplaceMock, _ market: Marketplace, _ draft: NewListing, _ photos: [PhotoUpload],
    _ seed: UInt64
  ) async throws {
    var oracle = IntentOracle()
    oracle.sell("chair", draft)  // "chair" is the first word of the description
    oracle.edit("chair", ProductChanges(price: 30_000))

    let listing = try await market.sell(draft, photos: photos)
    try await market.edit(listing.id, ProductChanges(price: 30_000))
    try await market.outbox.flush()

    let violations = oracle.violations(in: mock.ledger)
    precondition(violations.isEmpty, "seed \(seed): \(violations)")
  }

  static func keyless() -> MarketplaceMock {
    let original = MarketplaceMock { $0.honoursIdempotencyKeys = false }
    return original
  }

  static func mocked(url: URL) throws {
    let mock = MarketplaceMock { $0.productCount = 1000 }
    let client = try MarketClient(server: url, transport: mock)  // any http address

    mock.addFault(Fault(.status(.serviceUnavailable), on: .get, times: 2))
    mock.addFault(Fault(.disconnect, on: .post, phase: .after))  // done, but the client cannot know
    #expect(mock.ledger.map(\.kind) == [.created])  // what the market really did

    mock.setFaultPlan(.rough(seed: 7))  // half of all requests go wrong
    _ = client
  }

  static func tests(_ url: URL, _ folder: URL, _ clock: ManualClock) throws {
    let mock = MarketplaceMock { $0.productCount = 1000 }
    let market = try Marketplace(server: url, folder: folder) {
      $0.transport = mock
      $0.http.use(clock)
    }
    mock.addFault(Fault(.hang, on: .get, times: 3))
    _ = market
  }
}
