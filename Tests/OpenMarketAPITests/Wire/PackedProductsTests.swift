import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketAPI

@Suite struct PackedProductsTests {
  @Test(
    "packed products are equal in every value, whatever it is, and unpacked by a change",
    arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let products = (1...200).map { Self.product(1_000 - $0, using: &random) }
    var packed = products
    packed.pack(0..<150)
    #expect(packed == products && packed.map(\.hashValue) == products.map(\.hashValue), "seed \(seed)")
    for (one, other) in zip(packed, products) {
      #expect(
        one.id == other.id && one.fields == other.fields && one.name.utf8.elementsEqual(other.name.utf8))
      #expect(
        one.description.map { Array($0.utf8) } == other.description.map { Array($0.utf8) }, "seed \(seed)")
      #expect(one.thumbnail == other.thumbnail && "\(one.price)" == "\(other.price)", "seed \(seed)")
    }
    #expect(packed[150...].allSatisfy { !$0.isPacked })
    #expect(packed.contains { $0.isPacked })
    let place = Int.random(in: 0..<150, using: &random)
    packed[place].name += "!"
    #expect(packed[place].name == products[place].name + "!" && !packed[place].isPacked)
    packed[place].name = products[place].name
    #expect(packed == products, "seed \(seed)")
    packed.pack(0..<200)
    #expect(packed == products, "seed \(seed)")
  }

  @Test("as lists show them all are packed; with pictures, a vendor or faults none")
  func which() {
    let plain = Product(id: 9, vendorID: 1, name: "의자", currency: .krw, price: 30_000, stock: 1)
    var detailed = [plain, plain, plain]
    detailed[0].images = []
    detailed[1].vendor = Vendor(id: 1, name: "hong")
    detailed[2].decodingIssues = [DecodingIssue(.valueDropped, at: "a", reason: "b")]
    var products = [plain] + detailed + [plain]
    products.pack(0..<5)
    #expect(products.map(\.isPacked) == [true, false, false, false, true])
    #expect(products == [plain] + detailed + [plain])
  }

  @Test("a product that differs from the first in one value is packed, whichever it is")
  func differences() {
    let first = Product(
      id: 1, vendorID: 1, vendorName: "hong", name: "의자", description: "a", currency: .krw, price: 30_000,
      stock: 1,
      createdAt: Date(timeIntervalSince1970: 0), updatedAt: Date(timeIntervalSince1970: 86_400))
    let changes: [(inout ProductFields) -> Void] = [
      { $0.vendorID = 2 }, { $0.vendorName = "kim" }, { $0.vendorName = nil }, { $0.description = nil },
      { $0.currency = .usd }, { $0.currency = nil }, { $0.salePrice = 29_000 }, { $0.discount = 1_000 },
      { $0.createdAt = nil }, { $0.createdAt = Date(timeIntervalSince1970: 172_800) }, { $0.updatedAt = nil },
      { $0.price = Decimal(string: "19.90") ?? 0 }, { $0.price = -1 },
      { $0.thumbnailAddress = "https://a.com/각.jpg" },
      { $0.thumbnailAddress = "https://a.com/갂.jpg" }, { $0.extra = ExtraFields(text: "{\"a\":1}") },
    ]
    let products =
      [first]
      + changes.map { change in
        var fields = first.fields
        change(&fields)
        return Product(fields)
      }
    var packed = products
    packed.pack(packed.indices)
    #expect(packed == products)
    #expect(packed.indices.filter { !packed[$0].isPacked } == [])
  }

  private static func product(_ number: Int, using random: inout SeededGenerator) -> Product {
    func one<Value>(of values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    let names = ["", "맥북 프로", "e\u{301}tui", "étui", "👨‍👩‍👧‍👦 chair", String(repeating: "가", count: 100)]
    let addresses = [nil, "https://a.com/1.jpg", "https://a.com/각.jpg", "https://a.com/갂.jpg", "", "x"]
    let prices: [Decimal?] = [
      0, 1, 30_000, -5, 9_000_000_000_000_000, Decimal(string: "0.1"), Decimal(string: "19.90"),
      Decimal(string: "12345678901234567890123456789012345678"), Decimal(1) / 3,
    ]
    let dates = [
      nil, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_700_006_400.25), .distantPast,
      .distantFuture,
    ]
    var product = Product(
      id: Product.ID(number), vendorID: Vendor.ID(one(of: [1, 2, -7, Int.max, .min])),
      vendorName: one(of: [nil, "", "hong", "é", "e\u{301}"]), name: one(of: names),
      description: one(of: [nil] + names),
      currency: one(of: [nil, .krw, .usd, Currency(rawValue: "")]), price: one(of: prices) ?? 0,
      salePrice: one(of: prices), discount: (one(of: prices) ?? 0),
      stock: one(of: [0, 1, -1, Int.max, .min]),
      createdAt: one(of: dates), updatedAt: one(of: dates))
    var fields = product.fields
    fields.thumbnailAddress = one(of: addresses)
    fields.extra = ExtraFields(text: one(of: ["", "", "{\"a\":\"é\"}", "{\"a\":\"e\u{301}\"}"]))
    product = Product(fields)
    return product
  }
}
