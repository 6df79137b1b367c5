import OpenMarket
import Testing

@testable import market

@Suite struct ListingArgumentTests {
  @Test(
    "a listing without a number of the server has its own, whatever it is",
    arguments: [(7, "7"), (0, "0"), (-3, "new-3"), (.min, "new-9223372036854775808")] as [(Int64, String)])
  func text(number: Int64, text: String) {
    #expect(Product.ID(rawValue: number).listingText == text)
  }
}
