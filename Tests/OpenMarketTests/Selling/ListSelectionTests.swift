import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Which products belong to a list")
struct ListSelectionTests {
  @Test(
    "a text is found byte by byte where Foundation finds it", arguments: 1...20 as ClosedRange<UInt64>)
  func text(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabets = [
      ["a", "B", "b", "의", "자", " "], ["가", "각", "힣", "\u{1100}\u{1161}", "ㄱ", "k", "\u{212A}"],
      ["é", "e\u{301}", "E", "É", "ß", "中", "一", "A"],
    ]
    func text(_ length: ClosedRange<Int>, _ alphabet: [String]) -> String {
      (0..<Int.random(in: length, using: &random)).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &random)]
      }
      .joined()
    }
    for _ in 0..<300 {
      let alphabet = alphabets[Int.random(in: alphabets.indices, using: &random)]
      let (needle, name, description) = (text(1...3, alphabet), text(0...8, alphabet), text(0...8, alphabet))
      let product = Product(NewListing(name: name, description: description, price: 1), numbered: -1)
      let expected = [name, description].contains {
        $0.precomposedStringWithCanonicalMapping.range(
          of: needle.precomposedStringWithCanonicalMapping, options: .caseInsensitive) != nil
      }
      #expect(
        ListSelection(text: needle).includes(product) == expected,
        "seed \(seed): \(needle) in \(name), \(description)")
    }
  }

  @Test("a new listing is found by the name of who sells it, and belongs to that vendor's list alone")
  func vendor() {
    let listing = Product(NewListing(name: "의자", description: "", price: 1), numbered: -1)
    let vendor = Vendor(id: 7, name: "새벽가구")
    let theirs = ListSelection(text: "새벽", filter: ProductFilter(vendorID: 7))
    #expect(theirs.includes(listing, soldBy: vendor))
    #expect(!theirs.includes(listing, soldBy: Vendor(id: 8, name: "새벽가구")))
    #expect(!theirs.includes(listing, soldBy: nil))
    #expect(!ListSelection(text: "새벽").includes(listing, soldBy: nil))
  }

  @Test("an edit may bring a product into a list only by a field that the list selects by")
  func edits() {
    func entry(_ changes: ProductChanges) -> PendingEntry {
      PendingEntry(PendingProduct(id: 3, writes: [.edit(changes, base: EditBase())], since: .distantPast))
    }
    let (price, stock) = (entry(ProductChanges(price: 5)), entry(ProductChanges(stock: 0)))
    let (cheap, sold) = (ProductFilter(maximumPrice: 10), ProductFilter(vendorID: 1, availability: .soldOut))
    #expect(price.mayEnter(cheap, hasText: false) && !price.mayEnter(sold, hasText: true))
    #expect(stock.mayEnter(sold, hasText: false) && !stock.mayEnter(cheap, hasText: true))
    let name = entry(ProductChanges(name: "의자"))
    #expect(name.mayEnter(.all, hasText: true) && !name.mayEnter(cheap, hasText: false))
  }
}
