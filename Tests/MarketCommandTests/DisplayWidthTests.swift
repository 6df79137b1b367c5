import Foundation
import OpenMarketAPI
import Testing

@testable import market

/// Columns line up in a terminal although characters differ in width.
struct DisplayWidthTests {
  @Test(
    "a text takes as many columns as a terminal gives it",
    arguments: [
      ("abc", 3), ("의자", 4), ("아이폰 14", 9), ("ㄴㅌㅂ", 6), ("ＡＢ", 4), ("cafe\u{301}", 4), ("각", 2),
      ("👨‍👩‍👧", 2), ("❤️", 2), ("🇰🇷", 2), ("日本", 4), ("", 0), ("กำ", 2), ("क्षि", 3), ("1️⃣", 2), ("👍🏽", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
    #expect(text.decomposedStringWithCanonicalMapping.displayWidth == columns)
  }

  @Test("a text that is too wide is cut between characters and ends in an ellipsis")
  func truncation() {
    #expect("접이식 캠핑 의자".truncated(toWidth: 9) == "접이식 …")
    #expect("접이식 캠핑 의자".truncated(toWidth: 10) == "접이식 캠…")
    #expect("의자".truncated(toWidth: 4) == "의자")
    #expect("의자".truncated(toWidth: 0) == "")
  }

  @Test("what could command a terminal is made harmless")
  func controlCharacters() {
    #expect("a\u{1B}[2Jb\u{7}\0c\nd\u{202E}e".printable == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c d\u{FFFD}e")
  }

  static let unprintable: [UInt32] =
    Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E)
    + Array(0x2066...0x2069)

  @Test(
    "controls and marks of writing direction are visible in text, and escaped in JSON", arguments: unprintable
  )
  func invisible(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect("a\(scalar)b".printable == "a\u{FFFD}b")
    let json = try JSONText(["의자 \"a\(scalar)b/"]).text
    #expect(json == #"["의자 \"a\u"# + String(format: "%04x", value) + #"b/"]"#)
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == ["의자 \"a\(scalar)b/"])
  }

  @Test("columns of a table line up, also over several portions")
  func table() {
    var table = Table(
      [.init(title: "ID", alignsRight: true), .init(title: "NAME", shrinks: true), .init(title: "VENDOR")],
      maximumWidth: nil, style: .plain)
    let lines =
      table.lines(for: [["7", "캠핑 의자", "새벽장터"], ["12", "chair", "a"]]) + table.lines(for: [["1", "책", "b"]])
    #expect(
      lines == [
        "ID  NAME       VENDOR",
        " 7  캠핑 의자  새벽장터",
        "12  chair      a",
        " 1  책         b",
      ])
  }

  @Test("a table fits the terminal because its shrinking column gives way")
  func shrinking() {
    var table = Table(
      [.init(title: "ID", alignsRight: true), .init(title: "NAME", shrinks: true)], maximumWidth: 14,
      style: .plain)
    let lines = table.lines(for: [["7", "아주 긴 이름의 접이식 의자"]])
    #expect(lines.allSatisfy { $0.displayWidth <= 14 })
    #expect(lines[1].hasSuffix("…"))
  }

  @Test(
    "amounts are grouped and lose no digit",
    arguments: [
      ("45000", "45,000원"), ("0", "0원"), ("999", "999원"), ("1234567.5", "1,234,567.5원"),
      ("9007199254740993", "9,007,199,254,740,993원"), ("-1000", "-1,000원"),
    ])
  func price(amount: String, text: String) throws {
    #expect(try #require(Decimal(string: amount)).priceText(in: .krw) == text)
  }

  @Test(
    "an amount that is not whole has as many digits as its currency, or all that it came with",
    arguments: [
      ("45000.5", "USD", "$45,000.50"), ("12.345", "USD", "$12.345"), ("12", "USD", "$12"),
      ("-0.5", "USD", "-$0.50"), ("100", "JPY", "100 JPY"), ("1.5", "EUR", "1.50 EUR"),
      ("1", "A\u{1B}B", "1 A\u{FFFD}B"),
    ])
  func priceInCurrency(amount: String, currency: String, text: String) throws {
    let amount = try #require(Decimal(string: amount))
    #expect(amount.priceText(in: Currency(rawValue: currency)) == text)
  }
}
