import ArgumentParser
import Foundation
import Testing

@testable import market

@Suite struct AmountTests {
  @Test(
    "a point before three digits may separate thousands, so that what to write is said",
    arguments: [
      ("45.000", "write 45000, or 45 if"), ("1.234", "write 1234, or 1.2340 if"),
      ("999.999", "write 999999, or 999.9990 if"),
    ])
  func ambiguity(text: String, advice: String) throws {
    let error = #expect(throws: ValidationError.self) { try Amount(argument: text) }
    #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
  }

  @Test(
    "an amount is read as people write it",
    arguments: [
      ("45000", "45000"), ("12.50", "12.5"), ("45.0000", "45"), ("0.125", "0.125"), ("1234.567", "1234.567"),
      ("45,000", "45000"), ("4만5천", "45000"), ("４５０００", "45000"), ("-5", "-5"),
    ])
  func amounts(text: String, value: String) throws {
    #expect(try Amount(argument: text).value == Decimal(string: value))
  }

  @Test(
    "anything else is refused with what to write", arguments: ["", "-", "많이", "1e3", "0x10", "$5", "4.5.6"])
  func noAmounts(text: String) {
    let error = #expect(throws: ValidationError.self) { try Amount(argument: text) }
    #expect(error?.message.contains("such as 45000") == true, "\(error?.message ?? "")")
  }
}
