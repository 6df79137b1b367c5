import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// The code of the mock's article, so that it is compiled; the first test compares the two, the second runs it.
private enum Samples {
  static func market(_ server: URL, _ folder: URL) throws -> (MarketplaceMock, Marketplace) {
    let mock = MarketplaceMock { $0.productCount = 500 }
    let vendor = MarketplaceMock.Vendor.sample
    let market = try Marketplace(server: server, store: .folder(folder)) {
      $0.transport = MockTransport(mock)
      $0.credentials = try .fixed(identifier: vendor.identifier, secret: vendor.secret.reveal())
    }
    return (mock, market)
  }

  static func ledger(
    _ mock: MarketplaceMock, _ market: Marketplace, _ draft: ProductDraft, _ photos: [PhotoUpload]
  ) async throws {
    let listing = try await market.sell(draft, photos: photos)
    let product = try await listing.accepted

    let violations = mock.ledger.violations(of: [.created(named: draft.name)])
    precondition(violations.isEmpty, "\(violations)")
    _ = product
  }

  static func faults(_ mock: MarketplaceMock) {
    mock.addFault(Fault(.disconnect, on: .init(.post, "/api/products"), phase: .after))
    mock.addFault(Fault(.status(.tooManyRequests, retryAfter: .seconds(2)), on: .init(.patch), times: 3))
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
    _ mock: MarketplaceMock, _ market: Marketplace, _ draft: ProductDraft, _ photos: [PhotoUpload],
    _ seed: UInt64
  ) async throws {
    var oracle = IntentOracle()
    oracle.sell("chair", ListedFields(draft))  // "chair" is the first word of the description
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
}

@Suite("The article on testing", .timeLimit(.minutes(5)))
struct MockArticleTests {
  let draft = ProductDraft(name: "접이식 의자", description: "chair 두 번 사용한 의자입니다.", price: 45_000)
  let photos = [PhotoUpload(SamplePhoto.pixel)]

  @Test("its code is compiled")
  func compiled() throws {
    let samples = try uncompiledSamples(
      of: "MockServer/OpenMarketMock/Documentation.docc/TestingYourApp.md")
    #expect(samples.missing == [] && samples.total == 6)
  }

  @Test("its code does what it says")
  func runs() async throws {
    let folder = try TemporaryFolder()
    let server = try #require(URL(string: "http://market.test"))
    let (mock, market) = try Samples.market(server, folder.url)
    try await Samples.ledger(mock, market, draft, photos)
    mock.reset(productCount: 0)
    Samples.plan(mock, 7)
    try await Samples.oracle(mock, market, draft, photos, 7)
    Samples.faults(mock)
    #expect(mock.faults.count == 2 && Samples.keyless().faults.isEmpty)
    try await market.close()
  }
}
