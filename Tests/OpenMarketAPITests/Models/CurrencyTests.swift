import OpenMarketAPI
import Testing

@Suite struct CurrencyTests {
  @Test(
    "a currency has the decimals with which people pay; of what is no country's money none are known",
    arguments: [
      ("KRW", 0), ("JPY", 0), ("USD", 2), ("EUR", 2), ("KWD", 3), ("CLF", 4), ("BTC", nil), ("", nil),
    ] as [(String, Int?)])
  func decimals(code: String, count: Int?) { #expect(Currency(rawValue: code).decimals == count) }
}
