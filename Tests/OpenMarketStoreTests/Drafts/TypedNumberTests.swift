import Foundation
import OpenMarketAPI
import OpenMarketStore
import Testing

@Suite("Numbers as people type them") struct TypedNumberTests {
  @Test(
    "digits, commas, spaces, full-width digits and Korean units are one number",
    arguments: [
      ("0", 0), ("45000", 45_000), ("045000", 45_000), ("45,000", 45_000), ("45 000", 45_000),
      (" 45_000 ", 45_000), ("４５，０００", 45_000), ("1,234,567", 1_234_567), ("45000.0", 45_000),
      ("4만5천", 45_000), ("4만 5천", 45_000), ("４만５천", 45_000), ("4만5000", 45_000), ("4만5,000", 45_000),
      ("4만500", 40_500), ("12만", 120_000), ("만", 10_000), ("천", 1_000), ("천만", 10_000_000),
      ("2천만", 20_000_000), ("1억2천만", 120_000_000), ("1억 2,500만", 125_000_000), ("45천", 45_000),
      ("4.5만", 45_000), ("4.5천만", 45_000_000), ("3천5백", 3_500), ("십만", 100_000), ("4만0", 40_000),
      ("12 500", 12_500), ("1 234 567", 1_234_567), ("45\u{A0}000", 45_000), ("４５　０００", 45_000),
      ("4 만 5 천", 45_000), ("4만 5 000", 45_000), ("1억 천만", 110_000_000), ("2만 천", 21_000),
      ("4만5천".decomposedStringWithCanonicalMapping, 45_000),
    ] as [(String, Decimal)])
  func numbers(text: String, value: Decimal) {
    #expect(TypedNumber(text) == .number(value, nil))
  }

  @Test(
    "a currency's sign or word goes with the amount",
    arguments: [
      ("45000원", 45_000, .krw), ("4만5천원", 45_000, .krw), ("만원", 10_000, .krw), ("₩ 45,000", 45_000, .krw),
      ("12 500 원", 12_500, .krw), ("4만 5천 원", 45_000, .krw), ("４５，０００　원", 45_000, .krw),
      ("￦45,000원", 45_000, .krw), ("$12", 12, .usd), ("＄12", 12, .usd), ("12달러", 12, .usd),
      ("$12달러", 12, .usd),
    ] as [(String, Decimal, Currency)])
  func currencies(text: String, value: Decimal, currency: Currency) {
    #expect(TypedNumber(text) == .number(value, currency))
  }

  @Test("a point before fewer than three digits, or behind a comma, is one of decimals")
  func decimals() throws {
    for (text, expected) in [
      ("12.5", "12.5"), ("12.50", "12.5"), ("1,234.567", "1234.567"), ("0.125", "0.125"),
      ("12.3456", "12.3456"),
    ] {
      let value = try #require(Decimal(string: expected))
      #expect(TypedNumber(text) == .number(value, nil))
    }
  }

  @Test(
    "a text of two readings is no number, but both, and each of them can be typed",
    arguments: [
      ("45.000", [45_000, 45]), ("45.000원", [45_000, 45]), ("1.234", [1_234]), ("4만5", [45_000, 40_005]),
      ("4만5원", [45_000, 40_005]), ("3천5", [3_500, 3_005]), ("1억5", [150_000_000, 100_000_005]),
    ] as [(String, [Decimal])])
  func ambiguities(text: String, readings: [Decimal]) {
    #expect(TypedNumber(text) == .ambiguous(readings))
    for reading in readings { #expect(TypedNumber("\(reading)") == .number(reading, nil)) }
  }

  @Test(
    "anything else is no number",
    arguments: [
      "4,50", "45,000,", "1.234.567", "45'000", "-1", "1e3", ".5", "12.", "사만", "원", "$", "₩원", "$12원",
      "10²", "①0", "１0²", "3 5000", "10000 20000", "1 0", "1,234 567", "12 34만", "1억만", "1억 만", "0천만", "억만",
      "만만", "4만50000", "5백3천", "4.5만5천", "4.500만", "열두 개", "NaN", "٤٥", String(repeating: "9", count: 41),
    ])
  func invalid(text: String) {
    #expect(TypedNumber(text) == .invalid)
  }

  @Test("nothing is typed where there are only spaces", arguments: ["", " ", "\u{3000}\n"])
  func none(text: String) {
    #expect(TypedNumber(text) == .none)
  }
}
