import Foundation
import OpenMarket
import Testing

@Test(
  "amounts are grouped by three, keep every digit, and carry their currency on the same line",
  arguments: [
    ("0", Currency.krw, "무료 나눔"), ("1", .krw, "1원"), ("999", .krw, "999원"), ("1000", .krw, "1,000원"),
    ("12345", .krw, "12,345원"), ("123456", .krw, "123,456원"), ("60000000", .krw, "60,000,000원"),
    ("9000000000000000", .krw, "9,000,000,000,000,000원"), ("1000.5", .krw, "1,000.5원"),
    ("-45000", .krw, "-45,000원"), ("12.5", .usd, "$12.50"), ("12", .usd, "$12"),
    ("1234.567", .usd, "$1,234.567"),
    ("-0.5", .usd, "-$0.50"), ("0", .usd, "무료 나눔"), ("45000", .init(rawValue: "JPY"), "45,000\u{A0}JPY"),
    ("45000", nil, "45,000"), ("0.0001", .krw, "0.0001원"), ("45000.5", .usd, "$45,000.50"),
    ("45000.5", .init(rawValue: "EUR"), "45,000.50\u{A0}EUR"),
    ("45000.5", .init(rawValue: "KWD"), "45,000.500\u{A0}KWD"),
    ("45000.5", .init(rawValue: "JPY"), "45,000.5\u{A0}JPY"),
    ("45000.5", .init(rawValue: "points"), "45,000.5\u{A0}points"),
    ("45000.5", nil, "45,000.5"),
  ] as [(String, Currency?, String)])
func koreanPrices(amount: String, currency: Currency?, expected: String) throws {
  let amount = try #require(Decimal(string: amount))
  #expect(amount.formatted(.koreanPrice(currency)) == expected)
}

@Test("zero is written as an amount where giving away makes no sense, and no number is a dash")
func specialAmounts() {
  #expect(Decimal(0).formatted(.koreanPrice(.krw, free: nil)) == "0원")
  #expect(Decimal.nan.formatted(.koreanPrice(.krw)) == "-")
}

@Test(
  "a tag shows the discount in whole percent, rounded down",
  arguments: [
    (45000, 5000, "11% 40,000원", "45,000원"), (45000, 0, "45,000원", nil), (1000, 5, "995원", "1,000원"),
    (1000, 999, "99% 1원", "1,000원"), (1000, 1000, "100% 무료 나눔", "1,000원"), (0, 0, "무료 나눔", nil),
    (3, 1, "33% 2원", "3원"), (1000, 2000, "-1,000원", "1,000원"),
    (9_000_000_000_000_000, 8_999_999_999_999_999, "99% 1원", "9,000,000,000,000,000원"),
  ] as [(Decimal, Decimal, String, String?)])
func priceTags(price: Decimal, discount: Decimal, expected: String, original: String?) {
  let product = Product(
    id: 1, vendorID: 7, name: "의자", currency: .krw, price: price, discount: discount, stock: 1)
  let tag = KoreanPriceTag(product)
  #expect(tag.description == expected)
  #expect(tag.original == original)
}

@Test("a bargain price above the price is displayed as it is")
func bargainAbovePrice() {
  let product = Product(
    id: 1, vendorID: 7, name: "의자", currency: .krw, price: 1000, salePrice: 2000, stock: 1)
  #expect(KoreanPriceTag(product).description == "2,000원")
  #expect(KoreanPriceTag(product).original == nil)
}
