import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("The oracle of intents")
struct IntentOracleTests {
  let mock = MarketplaceMock { $0.productCount = 0 }
  let client: MarketClient
  var oracle = IntentOracle()
  let draft = NewListing(name: "의자 하나", description: "chair 두 번 사용한 의자입니다.", price: 45_000)

  init() throws {
    let vendor = MarketplaceMock.Vendor.sample
    client = try MarketClient(
      server: #require(URL(string: "http://market.test")),
      credentials: VendorCredentials(identifier: vendor.identifier, secret: vendor.secret),
      transport: MockTransport(mock))
  }

  func post(_ draft: NewListing? = nil) async throws -> Product.ID {
    try await client.sell(draft ?? self.draft, photos: [PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))]).id
  }

  func kinds(isSettled: Bool = true) -> [String] {
    kinds(oracle.violations(in: mock.ledger, isSettled: isSettled))
  }

  /// The words that the sentences begin with.
  func kinds(_ violations: [String]) -> [String] { violations.map { String($0.prefix { $0 != ":" }) } }

  @Test("what was meant and has happened is no violation, also when several writes arrive as one")
  mutating func fulfilled() async throws {
    oracle.sell("chair", ListedFields(draft))
    oracle.edit("chair", ProductChanges(price: 40_000))
    oracle.edit("chair", ProductChanges(stock: 0))
    var merged = draft
    merged.price = 40_000
    let id = try await post(merged)
    _ = try await client.markSold(id)
    #expect(oracle.violations(in: mock.ledger) == [])
    #expect(oracle.violations(displayed: [try await client.product(id)]) == [])
    oracle.delete("chair")
    #expect(kinds() == ["lost"])
    try await client.delete(id)
    #expect(oracle.violations(in: mock.ledger) == [])
  }

  @Test("what has not happened is lost once all should have, and not before")
  mutating func lost() async throws {
    oracle.sell("chair", ListedFields(draft))
    #expect(kinds() == ["lost"] && kinds(isSettled: false).isEmpty)
    _ = try await post()
    oracle.edit("chair", ProductChanges(price: 1))
    #expect(oracle.violations(in: mock.ledger).first?.contains("price: 45000.0 → 1.0") == true)
  }

  @Test("listing twice is doubled")
  mutating func doubled() async throws {
    oracle.sell("chair", ListedFields(draft))
    for _ in 1...2 { _ = try await post() }
    #expect(kinds() == ["doubled"])
  }

  @Test("the same edit twice is doubled, an older one after a newer one misordered, another one unexpected")
  mutating func edits() async throws {
    oracle.sell("chair", ListedFields(draft))
    oracle.edit("chair", ProductChanges(price: 2))
    oracle.edit("chair", ProductChanges(price: 3))
    let id = try await post()
    for price in [2, 3] { _ = try await client.edit(id, ProductChanges(price: Decimal(price))) }
    #expect(kinds() == [])
    _ = try await client.edit(id, ProductChanges(price: 3))
    #expect(kinds() == ["doubled"])
    _ = try await client.edit(id, ProductChanges(price: 2))
    #expect(kinds() == ["doubled", "misordered"])
    _ = try await client.edit(id, ProductChanges(price: 4))
    #expect(kinds() == ["doubled", "misordered", "unexpected"])
  }

  @Test("a refused write must have had no effect, one of unknown fate may have")
  mutating func fates() async throws {
    oracle.sell("chair", ListedFields(draft))
    let edit = oracle.edit("chair", ProductChanges(price: 2))
    let id = try await post()
    oracle.unknown(edit)
    #expect(kinds() == [])
    _ = try await client.edit(id, ProductChanges(price: 2))
    #expect(kinds() == [])
    oracle.refused(edit)
    #expect(kinds() == ["unexpected"])
  }

  @Test("of several states that would do, the one without what is unknown is named as wanted")
  mutating func manyFates() async throws {
    oracle.sell("chair", ListedFields(draft))
    for price in 1...8 { oracle.unknown(oracle.edit("chair", ProductChanges(price: Decimal(price)))) }
    #expect(oracle.violations(in: mock.ledger) == ["lost: chair is not there; wanted was '의자 하나'"])
    var other = try await client.product(try await post())
    other.price = 9
    let violations = oracle.violations(displayed: [other])
    #expect(violations.first?.contains("price: 9.0 → 45000.0") == true, "\(violations)")
  }

  @Test("listing and deleting what never arrived leaves nothing to find")
  mutating func vanished() {
    oracle.sell("chair", ListedFields(draft))
    oracle.delete("chair")
    #expect(kinds() == [])
    #expect(oracle.violations(displayed: []) == [])
  }

  @Test("what an app shows is compared with what was meant")
  mutating func displayed() async throws {
    oracle.sell("chair", ListedFields(draft))
    let product = try await client.product(try await post())
    #expect(kinds(oracle.violations(displayed: [product, product])) == ["doubled"])
    #expect(kinds(oracle.violations(displayed: [])) == ["lost"])
    oracle.edit("chair", ProductChanges(stock: 0))
    #expect(kinds(oracle.violations(displayed: [product])) == ["lost"])
  }
}
