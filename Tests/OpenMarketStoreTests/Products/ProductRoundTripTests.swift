import Foundation
import OpenMarketAPI
import OpenMarketStore
import Testing

private func decimal(_ digits: String) -> Decimal { Decimal(string: digits) ?? .nan }

@Suite(.serialized) struct ProductRoundTripTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var product: Product
  }

  static let cases: [Case] = [
    Case(testDescription: "a listed product", product: .listed(1)),
    Case(testDescription: "a detailed product", product: .detailed(2)),
    Case(
      testDescription: "nothing but what is required",
      product: Product(id: 3, vendorID: 0, name: "", currency: nil, price: 0, stock: 0)),
    Case(
      testDescription: "empty is not absent",
      product: Product(
        id: 4, vendorID: 1, vendorName: "", name: "a", description: "", currency: Currency(rawValue: ""),
        price: 1, stock: 1, images: [])),
    Case(
      testDescription: "an unknown currency and prices that are no whole numbers",
      product: Product(
        id: 5, vendorID: 1, name: "b", currency: Currency(rawValue: "XTS"), price: decimal("0.1"),
        salePrice: decimal("0.07"), discount: decimal("0.03"), stock: 1)),
    Case(
      testDescription: "prices beyond the digits of a Double",
      product: Product(
        id: 6, vendorID: 1, name: "c", currency: .usd,
        price: decimal("12345678901234567890.123456789"),
        salePrice: decimal("9007199254740993"), discount: decimal("-1e-100"),
        stock: 1)),
    Case(
      testDescription: "texts with zero characters, emoji, both forms of Hangul and a direction mark",
      product: Product(
        id: 7, vendorID: 1, vendorName: "\u{0}", name: "a\u{0}b 한글 \u{1112}\u{1161}\u{11AB} 👩‍👩‍👧‍👦\u{200F}",
        description: "line\r\nline", currency: .krw, price: 6.0e7, stock: .max)),
    Case(
      testDescription: "the least and the greatest numbers",
      product: Product(
        id: 0, vendorID: Vendor.ID(rawValue: .max), name: "d", currency: .krw,
        price: Decimal.greatestFiniteMagnitude, salePrice: -1,
        discount: Decimal.leastFiniteMagnitude,
        stock: .min,
        createdAt: Date(timeIntervalSince1970: -62_135_596_800), updatedAt: .distantFuture)),
    Case(
      testDescription: "issues",
      product: Product(
        id: 9, vendorID: 1, name: "e", currency: .krw, price: 1, stock: 1
      ).with([
        DecodingIssue(.valueDropped, at: "issued_at", reason: "\"x\" is not a date"),
        DecodingIssue(.entrySkipped, at: "images[0]", reason: "no url"),
      ])),
  ]

  @Test("a product comes back exactly as it went in", arguments: cases)
  func comesBack(_ example: Case) async throws {
    let test = try TestStore()
    try await test.store.save([example.product], completeness: .detailed, fetchedAt: noon)
    let stored = try #require(try await test.store.product(example.product.id))
    #expect(stored.product == example.product)
    #expect(stored.fetchedAt == noon)
    #expect(stored.detailedAt == noon)
  }

  @Test("what came back is recognised as the same when it is saved again", arguments: cases)
  func isRecognised(_ example: Case) async throws {
    let test = try TestStore()
    try await test.store.save([example.product], completeness: .detailed, fetchedAt: noon)
    let report = try await test.store.save([example.product], completeness: .detailed, fetchedAt: noon + 1)
    #expect(report.changed.isEmpty && report.added.isEmpty)
    #expect(try await test.store.product(example.product.id)?.fetchedAt == noon + 1)
  }

  @Test("a price that is not a number is refused and nothing of its batch is written")
  func refusesNaN() async throws {
    let test = try TestStore()
    await #expect {
      try await test.store.save([.listed(1), .listed(2, price: .nan)], fetchedAt: noon)
    } throws: { ($0 as? StoreError)?.code == .invalidInput }
    #expect(try await test.store.newest(limit: 10).isEmpty)
  }
}

extension Product {
  fileprivate func with(_ issues: [DecodingIssue]) -> Product {
    var product = self
    product.decodingIssues = issues
    return product
  }
}
