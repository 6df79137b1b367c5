import Foundation
import Testing

@testable import OpenMarketMock

@Suite("Product search")
struct ProductSearchTests {
  private func hits(
    _ query: String, name: String, description: String? = nil, vendor: String = "v"
  ) -> Int {
    let day = CivilDay(daysSince1970: 20_000)
    var table = ProductTable(seed: 1, productCount: 0, today: day)
    table.insert(
      ProductRecord(
        id: 1, vendorID: 1, vendorName: vendor, name: name, description: description, currency: "KRW",
        price: 0, discount: 0, stock: 1, createdDay: day, issuedDay: day, images: [], thumbnailIndex: 0
      ))
    return table.page(offset: 0, limit: 10, matching: query).total
  }

  @Test(
    "case and normalisation form do not matter",
    arguments: [
      ("IPHONE", "iPhone 14"), ("iphone", "IPHONE"), ("CAFE\u{301}", "café"), ("É", "cafe\u{301}"),
      ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("\u{1112}\u{1161}\u{11AB}", "한글"), ("ｐｓ５", "ＰＳ５"), ("ω", "Ω\u{2126}"), ("\u{212B}", "å"),
    ])
  func folds(query: String, name: String) {
    #expect(hits(query, name: name) == 1)
  }

  @Test(
    "compatibility forms, letters with marks and parts of syllables are different texts",
    arguments: [
      ("ps5", "ＰＳ５"), ("cafe", "café"), ("하", "한"), ("ㅎ", "한"), ("ﬁ", "fi"), ("iphone14", "iphone 14"),
    ])
  func keepsApart(query: String, name: String) {
    #expect(hits(query, name: name) == 0)
  }

  @Test("nothing is trimmed")
  func nothingIsTrimmed() {
    #expect(hits(" 의자", name: "의자") == 0)
    #expect(hits(" 의자", name: "캠핑 의자") == 1)
  }

  @Test("name, description and vendor are searched, each alone")
  func fieldsAreSeparate() {
    #expect(hits("bc", name: "ab", description: "cd", vendor: "ef") == 0)
    #expect(hits("b c", name: "ab", description: "cd", vendor: "ef") == 0)
    #expect(hits("b\u{0}c", name: "ab", description: "cd", vendor: "ef") == 0)
    #expect(hits("de", name: "ab", description: "cd", vendor: "ef") == 0)
    #expect(hits("ab", name: "ab", description: "cd", vendor: "ef") == 1)
    #expect(hits("cd", name: "ab", description: "cd", vendor: "ef") == 1)
    #expect(hits("ef", name: "ab", description: "cd", vendor: "ef") == 1)
  }

  @Test("NUL is a character like any other")
  func nulIsSearchable() {
    #expect(hits("a\u{0}b", name: "a\u{0}b") == 1)
    #expect(hits("\u{0}", name: "ab", description: "cd") == 0)
    #expect(hits("b", name: "a\u{0}b") == 1)
  }

  @Test("no match runs from one seeded product into the next")
  func productsAreSeparate() throws {
    let table = ProductTable(seed: 3, productCount: 50, today: CivilDay(daysSince1970: 20_000))
    let names = try (1...50).map { try #require(table.record(id: $0)).name }
    for (first, second) in zip(names, names.dropFirst()) {
      #expect(table.page(offset: 0, limit: 1, matching: first + second).total == 0)
    }
  }

  @Test("a query longer than any text finds nothing")
  func longQuery() {
    let table = ProductTable(seed: 3, productCount: 50, today: CivilDay(daysSince1970: 20_000))
    #expect(table.page(offset: 0, limit: 1, matching: String(repeating: "의", count: 300_000)).total == 0)
  }

  @Test("any text folds as lower case between two normalisations does, whichever way is taken")
  func foldingAgreesWithItsDefinition() {
    let texts = [
      "", "aZ09", "의자", "AC 아이폰", "힣\u{D7A4}", "가\u{11A8}", "\u{1100}\u{1161}", "🔥A", "É", "E\u{301}", "ŒÆ",
      "İI",
      "ΑΣ", "\u{AC00}\u{11A8}", "ￆ", "\u{212A}",
    ]
    for first in texts {
      for second in texts {
        let text = first + second
        let lowered = text.precomposedStringWithCanonicalMapping.lowercased()
        #expect(
          FoldedText.bytes(of: text) == Array(lowered.precomposedStringWithCanonicalMapping.utf8), "\(text)")
      }
    }
  }
}
