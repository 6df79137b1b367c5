import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarketAPI

/// The ways of a product's fields within this module that the compiler does not hold against the fields there are, as
/// `EveryFieldTests` of the store: a field that is added must be set in the samples, and then passes through all of them.
struct EveryWireFieldTests {
  private static var changes: ProductChanges {
    get throws {
      var changes = ProductChanges(
        name: "table", description: "with four legs", price: 20, discount: 5, currency: .usd, stock: 3,
        thumbnailID: 12)
      try changes.extra.set("마포구", for: "region")
      return changes
    }
  }

  @Test("a write sends every field that it sets")
  func write() throws {
    let changes = try Self.changes
    #expect(unsetFields(of: changes) == [], "set these fields in the sample of this suite")
    let json = try JSONSerialization.jsonObject(with: changes.json(secret: Secret("secret")))
    let sent = try #require(json as? [String: Any]).keys
    #expect(
      sent.count == Mirror(reflecting: changes).children.count + 1,
      "fields and the secret, not \(sent.sorted())")
  }

  @Test("the mock stores every field that a vendor can set, and shows it in lists and by itself")
  func mock() async throws {
    let client = try testClient(MarketplaceMock { $0.productCount = 0 }, as: .sample())
    let created = try await client.sell(.good, photos: [.jpeg])
    var changes = try Self.changes
    changes.thumbnailID = created.images?.first?.id
    let edited = try await client.edit(created.id, changes)
    #expect(unsetFields(of: edited.fields) == ["decodingIssues"])
    let listed = try #require(try await client.products().products.first)
    #expect(unsetFields(of: listed.fields) == ["images", "vendor", "decodingIssues"])
  }

  @Test("packed, a product keeps every field that lists have")
  func packed() throws {
    var product = Product(
      id: 2, vendorID: 7, vendorName: "hong", name: "table", description: "with four legs",
      thumbnail: URL(string: "https://a.com/1.jpg"), currency: .usd, price: 20, salePrice: 14, discount: 5,
      stock: 3,
      createdAt: Date(timeIntervalSince1970: 0), updatedAt: Date(timeIntervalSince1970: 86_400))
    try product.extra.set("마포구", for: "region")
    #expect(
      unsetFields(of: product.fields) == ["images", "vendor", "decodingIssues"],
      "set the others in the sample of this test")
    let plain = Product(id: 1, vendorID: 1, name: "의자", currency: nil, price: 1, stock: 1)
    let products = [plain, product, plain]
    var packed = products
    packed.pack(0..<3)
    #expect(packed.allSatisfy(\.isPacked) && packed.map(\.fields) == products.map(\.fields))
  }

  @Test("the quick reader knows every field of lists")
  func usual() throws {
    let item = try JSONSerialization.jsonObject(with: Data(WireSamples.item2.utf8))
    let names = try #require(item as? [String: Any]).keys
    #expect(Set(names) == Set(WireField.listed.map(\.rawValue)), "set these fields in the sample")
    let json = WireSamples.page2(WireSamples.item2)
    let product = try #require(try WireSamples.page(json).products.first)
    #expect(
      unsetFields(of: product.fields) == ["images", "vendor", "extra", "decodingIssues"],
      "set the others in the sample")
    #expect(ProductPage(usual: Data(json.utf8))?.products == [product])
  }
}
