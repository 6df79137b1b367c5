import Foundation
import OpenMarket

/// The code of the article "Searching in Korean".
private enum SearchSamples {
  static func search(_ market: Marketplace) async throws {
    let results = try await market.search("게이밍의자")
    for hit in results.hits {
      show(hit.product.name, highlighting: hit.matches)
    }

    switch results.correction {
    case nil: break
    case .completed(let text), .keyboard(let text), .spelling(let text):
      notice("‘\(text)’ 검색 결과예요.")
    case .without(let words): notice("‘\(words.joined(separator: " "))’ 없이 찾았어요.")
    case .apart: notice("낱말이 떨어져 있는 상품도 찾았어요.")
    }
  }

  static func fields(_ hit: SearchHit) {
    switch hit.match {
    case .text, .equivalents: break
    case .vendor(let ranges): show(hit.product.vendorName ?? "", highlighting: ranges)
    case .description(let ranges): show(hit.product.description ?? "", highlighting: ranges)
    }
  }

  static func words(_ server: URL) throws -> Marketplace {
    let words = SearchEquivalents([["당근", "carrot"], ["새상품", "미개봉", "sealed"]])
    let market = try Marketplace(server: server) { $0.searchEquivalents = words }
    return market
  }

  static func many(_ market: Marketplace) async throws {
    let chairs = ProductFilter(maximumPrice: 50_000, availability: .onSale)
    let cheapest = try await market.search("의자", filter: chairs, sort: .priceAscending, policy: .cacheOnly)
    title("상품 \(cheapest.totalCount)개\(cheapest.isTotalExact ? "" : " 이상")")
    let feed = market.feed(matching: "의자", filter: chairs)
    feed.loadNext()
  }

  static func watch(_ market: Marketplace, _ reported: inout Set<Product.ID>) async throws {
    let cheap = ProductFilter(maximumPrice: 300_000, availability: .onSale)
    let found = try await market.search(
      "아이패드", filter: cheap, sort: .newest, limit: 200, policy: .networkOnly)
    for hit in found.hits where reported.insert(hit.product.id).inserted { report(hit.product) }
  }

  static func suggest(_ market: Marketplace) async throws {
    for suggestion in try await market.suggestions(for: "맥ㅂ") {
      show(suggestion.text, highlighting: [suggestion.match].compactMap(\.self))
    }
  }

  // What the samples call.
  static func show(_ text: String, highlighting: [Range<String.Index>]) {}
  static func report(_ product: Product) {}
  static func title(_ text: String) {}
  static func notice(_ text: String) {}
}
