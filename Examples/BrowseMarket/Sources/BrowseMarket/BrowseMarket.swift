import Foundation
import OpenMarketAPI

/// The smallest useful client: the newest products of the market whose address is given.
@main
enum BrowseMarket {
  static func main() async throws {
    guard let server = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
      print("usage: BrowseMarket URL")
      return
    }
    let market = try MarketClient(server: server)
    for product in try await market.products(size: 5).products {
      print(product.id, product.name, product.salePrice, product.currency?.rawValue ?? "")
    }
  }
}
