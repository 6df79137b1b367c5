import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketAPI

@Suite("Pages of the usual form, read without JSONDecoder")
struct UsualPageTests {
  private static func page(_ items: String...) -> String { WireSamples.page2(items.joined(separator: ",")) }

  @Test(
    "a page of generation 2 is read, as JSONDecoder reads it",
    arguments: [
      page(WireSamples.item2), page(WireSamples.item1),
      page(WireSamples.item(), WireSamples.item2, WireSamples.item(#""id":3"#)), page(),
      page(WireSamples.item(#""name":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000 😀""#)),
      page(WireSamples.item(#""price":12.50"#, #""bargain_price":0.000"#)),
      page(WireSamples.item(#""price":6.0E7"#, #""bargain_price":5.9e+7"#, #""vendorName":null"#)),
      page(
        WireSamples.item(#""price":1e-3"#, #""thumbnail":null"#, #""currency":null"#, #""created_at":null"#)),
      page(WireSamples.item(#""price":999999999999999999"#, #""bargain_price":99999999999999999E99"#)),
      page(WireSamples.item(#""thumbnail":"https://a.b-c:65535/d_e.f~g/-""#)),
      page(WireSamples.item(#""thumbnail":"https://a/b?c=d&e=%20#f""#)),
      page(WireSamples.item(#""thumbnail":"http://의자.example/의 자""#)),
      page(WireSamples.item(#""thumbnail":"http:\/\/a\/b""#)),
      page(WireSamples.item()).replacingOccurrences(of: "\"limit\":20", with: "\"limit\":40"),
      page(WireSamples.item()).replacingOccurrences(of: "20", with: "999999999999999999"),
      " \r\n\t" + page(WireSamples.item()).replacingOccurrences(of: ",", with: " ,\n ") + " ",
    ])
  func usual(json: String) throws {
    let page = try #require(ProductPage(usual: Data(json.utf8)))
    let reference = try WireSamples.page(json)
    #expect(page == reference)
    for (product, other) in zip(page.withSurplus().products, reference.withSurplus().products) {
      #expect(product.price.description == other.price.description && product.hashValue == other.hashValue)
      #expect(product.fields.thumbnailAddress == other.fields.thumbnailAddress)
    }
  }

  @Test("of the original's longer pages the first products are the page")
  func surplus() throws {
    let items = (1...6).map { WireSamples.item("\"id\":\($0)") }.joined(separator: ",")
    let json = #"""
      {"pageNo":3,"itemsPerPage":2,"totalCount":12,"offset":4,"limit":6,"lastPage":6,"hasNext":true,"hasPrev":true,
       "pages":[\#(items)]}
      """#
    let page = try #require(ProductPage(usual: Data(json.utf8)))
    #expect(page == (try WireSamples.page(json)) && page.products.count == 2 && page.surplus.count == 4)
  }

  @Test(
    "all else is left to JSONDecoder",
    arguments: [
      "", "{}", "null", "[]", WireSamples.page1(WireSamples.item1), page("{}"), page("null"),
      page(WireSamples.item(#""id":-1"#)), page(WireSamples.item(#""id":1.0"#)),
      page(WireSamples.item(#""id":01"#)),
      page(WireSamples.item(#""id":"1""#)), page(WireSamples.item(#""price":-1"#)),
      page(WireSamples.item(#""region":1"#)),
      page(WireSamples.item(#""price":1."#)), page(WireSamples.item(#""price":.1"#)),
      page(WireSamples.item(#""price":1e"#)),
      page(WireSamples.item(#""price":1234567890123456789"#)), page(WireSamples.item(#""price":1e400"#)),
      page(WireSamples.item(#""created_at":"x""#)), page(WireSamples.item(#""created_at":"""#)),
      page(WireSamples.item(#""thumbnail":"ftp://a""#)), page(WireSamples.item(#""name":"\ud800""#)),
      page(WireSamples.item(#""name":"\x""#)), page(WireSamples.item("\"name\":\"\u{1}\"")),
      page(WireSamples.item(#""images":[]"#)), page(WireSamples.item(#""stock":1,"stock":1"#)),
      page(WireSamples.item()) + "}", String(page(WireSamples.item()).dropLast()),
    ])
  func unusual(json: String) { #expect(ProductPage(usual: Data(json.utf8)) == nil) }

  @Test("of damaged text nothing is read that JSONDecoder would refuse, or read as something else")
  func damaged() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let good = Array(Self.page(WireSamples.item2, WireSamples.item(#""name":"\uD83D\uDE00\n""#)).utf8)
    let pieces = ["0", "\"", "\\", ",", "}", "]", "{", ":", " ", "u", "-", ".", "e9", "null", "\u{0}", "é"]
      .map {
        Array($0.utf8)
      }
    var readCount = 0
    for _ in 0..<20_000 {
      var json = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<json.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: json[place] = UInt8.random(in: 0...255, using: &random)
        case 1: json.remove(at: place)
        default: json.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        }
      }
      guard let page = ProductPage(usual: Data(json)) else { continue }
      readCount += 1
      let reference = try? JSONDecoder().decode(ProductPage.self, from: Data(json))
      #expect(reference == page, "seed \(seed): \(String(decoding: json, as: UTF8.self))")
    }
    #expect(readCount > 100)
  }
}
