import ArgumentParser
import Foundation
import OpenMarket
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
    "anything else is refused with what to write",
    arguments: ["", "-", "많이", "1e3", "0x10", "$5원", "원", "4.5.6"])
  func noAmounts(text: String) {
    let error = #expect(throws: ValidationError.self) { try Amount(argument: text) }
    #expect(error?.message.contains("such as 45000") == true, "\(error?.message ?? "")")
  }

  @Test("of an amount that has two meanings both can be typed", arguments: ["12.345", "12.345원", "$12.345"])
  func ambiguous(text: String) throws {
    let error = #expect(throws: ValidationError.self) { try Amount(argument: text) }
    #expect(
      error?.message.hasSuffix("has two meanings: write 12345, or 12.3450 if that is meant") == true,
      "\(error?.message ?? "")")
    #expect(try Amount(argument: "12.3450").value == Decimal(string: "12.345"))
  }

  @Test(
    "an amount may be typed with its currency, which is then that of the listing or refused",
    arguments: [
      ("45000원", 45_000, .krw), ("45,000원", 45_000, .krw), ("4만5천원", 45_000, .krw), ("₩45,000", 45_000, .krw),
      ("$12", 12, .usd),
    ] as [(String, Decimal, Currency)])
  func currencies(text: String, value: Decimal, currency: Currency) throws {
    let amount = try Amount(argument: text)
    #expect(amount.value == value)
    #expect(throws: Never.self) { try amount.require(currency, of: "the price") }
    let other: Currency = currency == .krw ? .usd : .krw
    let error = #expect(throws: ValidationError.self) { try amount.require(other, of: "the price") }
    #expect(
      error?.message.contains("write it in \(other.rawValue), or give") == true, "\(error?.message ?? "")")
  }

  @Test("the currency that an amount is typed with is that of a filter, and changes none")
  func options() throws {
    let fields = try FieldOptions.parse(["--price", "4만5천원"])
    #expect(fields.changes.price == 45_000 && fields.changes.currency == nil)
    let filters = try FilterOptions.parse(["--min-price", "1", "--max-price", "45,000원"])
    #expect(try filters.filter().maximumPrice == 45_000 && filters.filter().currency == .krw)
    for options in [
      ["--price", "45000원", "--currency", "usd"], ["--price", "45000원", "--discount", "$1"],
      ["--discount", "100원", "--currency", "USD"],
    ] {
      #expect(throws: (any Error).self) { try FieldOptions.parse(options) }
    }
    #expect(throws: (any Error).self) { try FilterOptions.parse(["--min-price", "$1", "--max-price", "9원"]) }
  }
}
