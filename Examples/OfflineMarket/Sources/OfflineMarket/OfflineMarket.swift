import Foundation
import OpenMarket

/// Lists the newest products, or searches for a text; run it again with the server stopped.
@main
enum OfflineMarket {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let server = arguments.first.flatMap(URL.init(string:)) else {
      print("usage: OfflineMarket URL [TEXT]")
      return
    }
    let market = try Marketplace(server: server)
    if let text = arguments.dropFirst().first {
      let results = try await market.search(text, policy: .networkFirst)
      for hit in results.hits { show(hit.product) }
      print(results.explanation)
    } else {
      let page = try await market.products(size: 5, policy: .networkFirst)
      for product in page.products { show(product) }
      print(page.explanation)
    }
    try await market.close()
  }

  private static func show(_ product: Product) {
    let age = product.koreanListingAge() ?? ""
    print(product.id, product.name, KoreanPriceTag(product), age, separator: "  ")
  }
}
