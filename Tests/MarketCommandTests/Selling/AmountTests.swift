import Testing

@testable import market

@Suite struct AmountTests {
  @Test(
    "a point before three digits may separate thousands, so that what to write is said; any other is clear",
    arguments: [
      ("45.000", "write 45000, or 45 if"), ("1.234", "write 1234, or 1.2340 if"),
      ("999.999", "write 999999, or 999.9990 if"), ("45000", nil), ("12.50", nil), ("12.5", nil),
      ("45.0000", nil), ("0.125", nil), ("1234.567", nil),
    ] as [(String, String?)])
  func ambiguity(text: String, advice: String?) throws {
    let amount = try #require(Amount(argument: text))
    guard let advice else { return #expect(amount.ambiguity == nil) }
    #expect(amount.ambiguity?.contains(advice) == true, "\(amount.ambiguity ?? "")")
  }
}
