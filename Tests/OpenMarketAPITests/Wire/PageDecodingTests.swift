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
      (WireSamples.item(#""id":-1"#), "id is out of range or malformed"),
      (WireSamples.item(#""id":"-9223372036854775808""#), "id is out of range or malformed"),
      (WireSamples.item(#""id":1.5"#), "id is out of range or malformed"),
      (WireSamples.item(#""id":"one""#), "id is not a number"),
      (WireSamples.item(#""id":"9223372036854775808""#), "id is out of range or malformed"),
      (WireSamples.item(#""id":"""#), "id has no value"),
      (WireSamples.item(#""name":null"#), "name has no value"),
      (WireSamples.item(#""price":1e400"#), "price is out of range or malformed"),
      (WireSamples.item(#""price":"10 won""#), "price is not a number"),
      (WireSamples.item(#""price":"1.0.0""#), "price is out of range or malformed"),
      (WireSamples.item(#""price":"NaN""#), "price is not a number"),
      (WireSamples.item(#""price":"[1]""#), "price is not a number"),
      (WireSamples.item(#""stock":-1"#), "stock is out of range or malformed"),
      (WireSamples.item(#""stock":0.5"#), "stock is out of range or malformed"),
      ("{}", "id is missing"), ("null", "the entry has no value"), ("17", "the entry is not an object"),
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
      ("pageNo", #""pageNo":2"#, #""pageNo":-2"#),
      ("totalCount", #""totalCount":57"#, #""totalCount":1e30"#),
      ("hasNext", #""hasNext":true"#, #""hasNext":"yes""#), ("pages", #""pages":["#, #""pages":7,"x":["#),
      ("lastPage", #""lastPage":3"#, #""lastPage":"last""#), ("pageNo", #""pageNo":2,"#, ""),
      ("pages", #""pages":["#, #""x":["#),
    ])
  func unusable(key: String, good: String, bad: String) throws {
    let json = WireSamples.page2(WireSamples.item()).replacingOccurrences(of: good, with: bad)
    let error = #expect(throws: DecodingError.self) { try WireSamples.page(json) }
    let text = String(describing: error)
    #expect(text.contains(key) || text.contains("last_page"), "\(text)")
  }

  @Test("an envelope may hold its numbers in texts")
  func numbersInTexts() throws {
    let json = WireSamples.page2(WireSamples.item()).replacing(/:(\d+),/) { ":\"\($0.1)\"," }
    #expect(try WireSamples.page(json) == WireSamples.page(WireSamples.page2(WireSamples.item())))
  }

  @Test("whether there is more may be a number or a text", arguments: ["1", "\"true\"", "\"1\""])
  func flagsInTexts(yes: String) throws {
    let json = WireSamples.page2(WireSamples.item())
    let no = yes.replacing("1", with: "0").replacing("true", with: "false")
    #expect(try WireSamples.page(json.replacing(#""hasNext":true"#, with: "\"hasNext\":\(yes)")).hasNext)
    #expect(try !WireSamples.page(json.replacing(#""hasNext":true"#, with: "\"hasNext\":\(no)")).hasNext)
  }

  @Test(
    "whether there is more follows from the counts where it is an empty text, as PHP writes false",
    arguments: [(2, false), (3, true)])
  func emptyFlag(lastPage: Int, hasNext: Bool) throws {
    let json = WireSamples.page2(WireSamples.item())
      .replacing(#""hasNext":true"#, with: "\"hasNext\":\"\"")
      .replacing(#""lastPage":3"#, with: "\"lastPage\":\(lastPage)")
    #expect(try WireSamples.page(json).hasNext == hasNext)
  }

  @Test("null in place of the list is an empty one, as Go writes it")
  func nullList() throws {
    let json = WireSamples.page2().replacing(#""pages":[]"#, with: #""pages":null"#)
    let page = try WireSamples.page(json)
    let empty = try WireSamples.page(WireSamples.page2())
    #expect(page == empty && page.products.isEmpty && page.hasBody)
  }

  @Test(
    "an absent field of a page follows from the others, or from what was asked for, and is noted",
    arguments: [
      // The fields that are left; hasNext, totalCount, lastPage.
      ("lastPage", true, 57, 3), ("hasNext", true, 57, 3), ("hasPrev limit offset", true, 57, 3),
      ("totalCount", true, 23, 3), ("lastPage hasNext", true, 57, 3), ("pageNo itemsPerPage", true, 57, 3),
      // Two of twenty products: nothing says that more follow.
      ("totalCount lastPage hasNext", false, 22, 2), ("totalCount lastPage", true, 23, 3),
    ])
  func absent(fields: String, hasNext: Bool, total: Int, last: Int) throws {
    let names = fields.split(separator: " ").map(String.init)
    var json = WireSamples.page2(WireSamples.item(), WireSamples.item(#""id":3"#))
    for name in names { json = json.replacing(try Regex("\"\(name)\":[a-z0-9]+,"), with: "") }
    let page = try JSONDecoder().decodePage(2, size: 20, from: Data(json.utf8))
    #expect(page.page == 2 && page.itemsPerPage == 20 && page.offset == 20 && page.limit == 20)
    #expect(page.hasNext == hasNext && page.totalCount == total && page.lastPage == last)
    #expect(page.hasPrevious && page.products.map(\.id) == [1, 3])
    #expect(Set(page.decodingIssues.map(\.path)) == Set(names) && page.issues.count == names.count)
    #expect(page.issues.allSatisfy { $0.contains("not stated, and taken to be") })
    let isHarmless = ["lastPage", "hasPrev limit offset"].contains(fields)
    #expect(page.statesCounts == isHarmless && page.hasBody)
  }

  @Test(
    "a negative total or last page is unknown, as if it were absent",
    arguments: [
      ["totalCount"], ["lastPage"], ["totalCount", "lastPage"], ["totalCount", "lastPage", "hasNext"],
    ])
  func unknownTotals(fields: [String]) throws {
    let good = WireSamples.page2(WireSamples.item(), WireSamples.item(#""id":3"#))
    let absent = try fields.reduce(good) { $0.replacing(try Regex("\"\($1)\":[a-z0-9]+,"), with: "") }
    let unknown = try fields.reduce(good) { json, field in
      let value = field == "hasNext" ? "" : "\"\(field)\":-1,"
      return json.replacing(try Regex("\"\(field)\":[a-z0-9]+,"), with: value)
    }
    #expect(unknown.contains("-1"))
    let page = try JSONDecoder().decodePage(2, size: 20, from: Data(unknown.utf8))
    #expect(page == (try JSONDecoder().decodePage(2, size: 20, from: Data(absent.utf8))))
    #expect(page.products.map(\.id) == [1, 3] && page.totalCount >= 22)
    #expect(page.statesCounts == (fields == ["lastPage"]))
  }

  @Test("a full page of which nothing is said promises another, so that no product is missed")
  func fullPage() throws {
    let json = #"{"pages":[\#(WireSamples.item())]}"#
    #expect(try JSONDecoder().decodePage(1, size: 1, from: Data(json.utf8)).hasNext)
    #expect(try !JSONDecoder().decodePage(1, size: 2, from: Data(json.utf8)).hasNext)
    #expect(throws: DecodingError.self) { try WireSamples.page(json) }
  }

  @Test("any counts are survived", arguments: ["9223372036854775807", "0", "1"])
  func extremes(count: String) throws {
    for left in ["pageNo", "itemsPerPage", "totalCount", "offset", "limit", "lastPage"] {
      let json = #"{"\#(left)":\#(count),"pages":[\#(WireSamples.item())]}"#
      _ = try JSONDecoder().decodePage(1 << 31, size: .max, from: Data(json.utf8))
    }
  }

  @Test(
    "counts beyond 32 bits are cut, so that none overflows whatever is reckoned with it",
    arguments: ["9223372036854775807", "999999999999999999"])
  func cutCounts(count: String) throws {
    let json = """
      {"pageNo":\(count),"itemsPerPage":\(count),"totalCount":\(count),"offset":\(count),"limit":\(count),
       "lastPage":\(count),"hasNext":false,"hasPrev":true,"pages":[\(WireSamples.item())]}
      """
    let page = try JSONDecoder().decodePage(1, size: 20, from: Data(json.utf8))
    let counts = [page.page, page.itemsPerPage, page.totalCount, page.offset, page.limit, page.lastPage]
    #expect(counts == Array(repeating: Int(Int32.max), count: 6))
    #expect(page.products.count == 1 && page.issues == [])
  }

  @Test("of the original's longer pages the first products are the page, and the others come along")
  func surplus() throws {
    let items = (1...6).reversed().map { WireSamples.item("\"id\":\($0)") }.joined(separator: ",")
    let json = #"""
      {"pageNo":3,"itemsPerPage":2,"totalCount":12,"offset":4,"limit":6,"lastPage":6,"hasNext":true,"hasPrev":true,
       "pages":[{},\#(items)]}
      """#
    let page = try WireSamples.page(json)
    #expect(page.products.map(\.id) == [6] && page.surplus.map(\.id) == [5, 4, 3, 2, 1])
    let whole = page.withSurplus()
    #expect(whole.products.map(\.id) == [6, 5, 4, 3, 2, 1] && whole.surplus.isEmpty)
    // Longer than it should be, but not like the original's: a server that pays no heed to the size.
    let heedless = try WireSamples.page(json.replacing("\"limit\":6", with: "\"limit\":2"))
    #expect(heedless.products.count == 6 && heedless.surplus.isEmpty)
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
