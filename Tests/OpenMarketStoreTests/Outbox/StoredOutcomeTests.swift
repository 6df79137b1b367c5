import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The text in which a row keeps what became of a submission.
struct StoredOutcomeTests {
  /// What JSON, SQL and sloppy writers trip over.
  private static let pieces = [
    "의자", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{FEFF}", "e\u{301}", "👩‍👩‍👧", " ", "/",
    "</script>",
    "'", "{", "}", ",",
  ]
  private static let numbers = [
    "0", "-1", "12000", "9007199254740991", "9007199254740993", "0.1", "12.50", "-0.000001", "1e30",
    "123456789012345678901234567890.12345678",
  ].map { Decimal(string: $0) ?? 0 }

  @Test("what became of a submission comes back from its row as it was")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let products = (0..<Int.random(in: 0...2, using: &random)).map { _ in product(&random) }
      var failure = SubmissionFailure(
        .invalid, text(&random), status: Bool.random(using: &random) ? 422 : nil)
      failure.fields = [text(&random): text(&random), "price": text(&random)]
      let conflict = FieldConflict(
        .price, base: number(&random), mine: number(&random), theirs: number(&random),
        myCurrency: Bool.random(using: &random) ? .krw : nil,
        theirCurrency: Bool.random(using: &random) ? Currency(rawValue: text(&random)) : nil)
      let one = product(&random)
      let stored = StoredOutcome.decoding(
        StoredOutcome(
          failure: failure, conflicts: [conflict, conflict],
          question: .init(failure: failure, candidates: products), product: one
        ).encoded)
      #expect(stored.failure == failure, "seed \(seed)")
      #expect(stored.conflicts == [conflict, conflict], "seed \(seed)")
      #expect(stored.question?.failure == failure, "seed \(seed)")
      #expect(stored.question?.candidates == products, "seed \(seed)")
      #expect(stored.product == one, "seed \(seed)")
    }
    let none = StoredOutcome.decoding(StoredOutcome().encoded)
    #expect(none.failure == nil && none.conflicts == nil && none.question == nil && none.product == nil)
  }

  @Test("a conflict of an earlier version, which had no currencies, is read without them")
  func earlierConflict() {
    let row = Data(#"{"conflicts":[{"field":"price","base":100,"mine":90,"theirs":80}]}"#.utf8)
    #expect(
      StoredOutcome.decoding(row).conflicts == [FieldConflict(.price, base: 100, mine: 90, theirs: 80)])
  }

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  private func number(_ random: inout SeededGenerator) -> Decimal {
    Self.numbers.randomElement(using: &random) ?? 0
  }

  private func date(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double.random(in: -1e10...1e10, using: &random))
  }

  private func product(_ random: inout SeededGenerator) -> Product {
    let isShort = Bool.random(using: &random)
    let vendor = Vendor.ID(rawValue: Int64.random(in: 1...9, using: &random))
    let images = (0..<Int.random(in: 0...3, using: &random)).map { number in
      ProductImage(
        id: ProductImage.ID(rawValue: Int64(number)), url: URL(filePath: "/\(number)?\"의\\"),
        thumbnailURL: isShort ? nil : URL(filePath: "/t"), uploadedAt: isShort ? nil : date(&random))
    }
    return Product(
      id: Product.ID(rawValue: Int64.random(in: 1...Int64.max, using: &random)), vendorID: vendor,
      vendorName: isShort ? nil : text(&random), name: text(&random),
      description: isShort ? nil : text(&random), thumbnail: isShort ? nil : URL(filePath: "/a b"),
      currency: isShort ? nil : .krw, price: number(&random), salePrice: number(&random),
      discount: number(&random), stock: Int.random(in: 0...9, using: &random),
      createdAt: isShort ? nil : date(&random), updatedAt: isShort ? nil : date(&random),
      images: isShort ? nil : images, vendor: isShort ? nil : Vendor(id: vendor, name: text(&random)))
  }
}
