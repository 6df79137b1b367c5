import Foundation
import OpenMarketStore
import OpenMarketTestSupport
import Testing

/// The code of the articles, so that it is compiled; the test below compares the two.
private enum Samples {
  static func search(_ store: MarketStore) async throws {
    let results = try await store.search(SearchQuery("게이밍의자"))
    for hit in results.hits {
      show(hit.product.name, highlighting: hit.matches)
    }

    switch results.correction {
    case nil: break
    case .completed(let text), .keyboard(let text): notice("Results for \(text)")
    case .without(let words): notice("Nothing has \(words.joined(separator: ", ")) as well")
    case .apart: notice("Nothing has these words together")
    }
  }

  static func pages(_ store: MarketStore) async throws {
    var query = SearchQuery(
      "의자", filter: ProductFilter(maximumPrice: 50_000, availability: .onSale), sort: .priceAscending)
    repeat {
      let page = try await store.search(query)
      switch page.count {
      case .exact(let number): title("\(number) products")
      case .atLeast(let number): title("\(number) products and more")
      }
      append(page.hits)
      query.cursor = page.next
    } while query.cursor != nil
  }

  static func suggest(_ store: MarketStore) async throws {
    for suggestion in try await store.suggestions(for: "맥ㅂ") {
      show(suggestion.text, highlighting: [suggestion.match])
    }
    try await store.updateSuggestions()
  }

  // What the samples call.
  static func show(_ text: String, highlighting: [Range<String.Index>]) {}
  static func title(_ text: String) {}
  static func notice(_ text: String) {}
  static func append(_ hits: [SearchHit]) {}
}

@Test("every code block of the articles appears in this file", arguments: ["SearchingInKorean"])
func articlesAreCompiled(article: String) throws {
  let samples = try uncompiledSamples(of: "Sources/OpenMarketStore/Documentation.docc/\(article).md")
  #expect(samples.missing.isEmpty && samples.total > 0)
}
