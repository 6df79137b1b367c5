import Foundation
import OpenMarketAPI
import Testing

@Suite struct ProductValueTests {
  private static let product = Product(
    id: 7, vendorID: 1, vendorName: "hong", name: "Desk", description: "Oak",
    thumbnail: URL(string: "https://a.com/%ED%83%81.jpg"), currency: .krw, price: 30_000, discount: 1_000,
    stock: 2, createdAt: Date(timeIntervalSince1970: 0), images: [],
    vendor: Vendor(id: 1, name: "hong"))

  struct Change: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var apply: @Sendable (inout Product) -> Void
  }

  static let changes: [Change] = [
    Change(testDescription: "id") { $0.id = 8 },
    Change(testDescription: "vendorID") { $0.vendorID = 2 },
    Change(testDescription: "vendorName") { $0.vendorName = nil },
    Change(testDescription: "name") { $0.name += "s" },
    Change(testDescription: "description") { $0.description = nil },
    Change(testDescription: "thumbnail") { $0.thumbnail = URL(filePath: "/photos/1.jpg") },
    Change(testDescription: "currency") { $0.currency = .usd },
    Change(testDescription: "price") { $0.price += 1 },
    Change(testDescription: "salePrice") { $0.salePrice += 1 },
    Change(testDescription: "discount") { $0.discount += 1 },
    Change(testDescription: "stock") { $0.stock = 0 },
    Change(testDescription: "createdAt") { $0.createdAt = nil },
    Change(testDescription: "updatedAt") { $0.updatedAt = Date(timeIntervalSince1970: 1) },
    Change(testDescription: "images") { $0.images = nil },
    Change(testDescription: "vendor") { $0.vendor?.name = "kim" },
    Change(testDescription: "extra") { $0.extra = ExtraFields(text: "{\"a\":1}") },
    Change(testDescription: "decodingIssues") {
      $0.decodingIssues = [DecodingIssue(.valueDropped, at: "issued_at", reason: "no date")]
    },
  ]

  @Test("a copy that is changed leaves the product as it was", arguments: changes)
  func copies(_ change: Change) {
    let original = Self.product
    var copy = original
    change.apply(&copy)
    #expect(copy != original)
    var again = original
    change.apply(&again)
    #expect(copy == again && copy.hashValue == again.hashValue)
    #expect(original == Self.product && original.name == "Desk")
    #expect(original.thumbnail?.absoluteString == "https://a.com/%ED%83%81.jpg")
  }

  @Test("a product in a list takes the room of a reference and a place") func size() {
    #expect(MemoryLayout<Product>.stride == 2 * MemoryLayout<AnyObject>.stride)
  }

  @Test("a product says its values where it is printed") func printed() {
    #expect("\(Self.product)".contains("Desk"))
  }
}
