import Foundation
import Testing

@testable import OpenMarketAPI

@Suite("Pages from the wire")
struct PageDecodingTests {
  @Test("an envelope of generation 2 has every value")
  func generation2() throws {
    let page = try WireSamples.page(WireSamples.page2(WireSamples.item2))
    #expect(page.products.map(\.vendorName) == ["새벽장터"])
    #expect(page.products.map(\.price) == [60_000_000])
    #expect(page.products.map(\.salePrice) == [59_000_000])
    #expect(page.products.map(\.images) == [nil])
    #expect(
      page
        == ProductPage(
          page: 2, itemsPerPage: 20, totalCount: 57, offset: 20, limit: 20, lastPage: 3, hasNext: true,
          hasPrevious: true, products: page.products))
  }

  @Test("an envelope of generation 1 has every value")
  func generation1() throws {
    let page = try WireSamples.page(WireSamples.page1(WireSamples.item1, WireSamples.item1))
    #expect(page.products.map(\.vendorName) == [nil, nil])
    #expect(page.products.map(\.description) == [nil, nil])
    #expect(
      page
        == ProductPage(
          page: 1, itemsPerPage: 10, totalCount: 2, offset: 0, limit: 10, lastPage: 1, hasNext: false,
          hasPrevious: false, products: page.products))
  }

  @Test(
    "an entry that cannot be read is left out and named; the page survives",
    arguments: [
      (WireSamples.item(#""id":9223372036854775808"#), "id is out of range or malformed"),
      (WireSamples.item(#""id":1.5"#), "id is out of range or malformed"),
      (WireSamples.item(#""id":"1""#), "id is not a number"),
      (WireSamples.item(#""name":null"#), "name is null"),
      (WireSamples.item(#""price":1e400"#), "price is out of range or malformed"),
      (WireSamples.item(#""price":"10""#), "price is not a number"),
      (WireSamples.item(#""stock":-1"#), "stock is out of range or malformed"),
      (WireSamples.item(#""stock":0.5"#), "stock is out of range or malformed"),
      ("{}", "id is missing"), ("null", "the entry is null"), ("17", "the entry is not an object"),
      ("[]", "the entry is not an object"), ("\"text\"", "the entry is not an object"),
    ])
  func skipped(entry: String, reason: String) throws {
    let page = try WireSamples.page(
      WireSamples.page2(WireSamples.item(), entry, WireSamples.item(#""id":3"#)))
    #expect(page.products.map(\.id) == [1, 3])
    #expect(page.decodingIssues == [DecodingIssue(.entrySkipped, at: "pages[1]", reason: reason)])
  }

  @Test("a page tells what was dropped from the products it shows")
  func dropped() throws {
    let page = try WireSamples.page(
      WireSamples.page2(WireSamples.item(), WireSamples.item(#""id":3"#, #""created_at":"x""#)))
    #expect(page.issues == ["pages[1].created_at: “x” is not a date"])
    #expect(page.products.map { $0.decodingIssues.map(\.path) } == [[], ["created_at"]])
  }

  @Test(
    "a page whose own fields are unusable is an error that names the field",
    arguments: [
      ("pageNo", #""pageNo":2"#, #""pageNo":-2"#), ("totalCount", #""totalCount":57"#, #""totalCount":-1"#),
      ("totalCount", #""totalCount":57"#, #""totalCount":1e30"#),
      ("hasNext", #""hasNext":true"#, #""hasNext":"yes""#), ("pages", #""pages":["#, #""pages":7,"x":["#),
      ("lastPage", #""lastPage":3,"#, ""), ("pages", #""pages":["#, #""x":["#),
    ])
  func unusable(key: String, good: String, bad: String) throws {
    let json = WireSamples.page2(WireSamples.item()).replacingOccurrences(of: good, with: bad)
    let error = #expect(throws: DecodingError.self) { try WireSamples.page(json) }
    let text = String(describing: error)
    #expect(text.contains(key) || text.contains("last_page"), "\(text)")
  }

  @Test(
    "what is no page at all is an error",
    arguments: [
      "", "null", "[]", "17", "<html><body>502</body></html>", "{\"pageNo\":1", "\u{0}\u{1}\u{2}",
      String(repeating: "[", count: 100_000),
      String(repeating: "{\"pages\":", count: 100_000),
    ])
  func rubbish(json: String) {
    #expect(throws: DecodingError.self) { try WireSamples.page(json) }
  }
}
