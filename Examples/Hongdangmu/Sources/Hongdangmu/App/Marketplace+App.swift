import Foundation
import OpenMarket
import OpenMarketMock

extension Marketplace {
  /// The server that the environment names, or a mock of a market in memory.
  static func ofApp(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
    -> Marketplace
  {
    guard let server = environment["OPENMARKET_SERVER"].flatMap(URL.init(string:)) else {
      return try preview(of: MarketplaceMock { $0.productCount = 1_000 })
    }
    return try Marketplace(server: server) {
      guard let identifier = environment["OPENMARKET_IDENTIFIER"],
        let secret = environment["OPENMARKET_SECRET"]
      else { return }
      $0.credentials = try VendorCredentials(identifier: identifier, secret: secret)
    }
  }
}

/// The site where others find a product.
private let site = URL(string: "https://hongdangmu.example/products/")

func shareURL(_ product: Product) -> URL? {
  product.id.isLocal ? nil : site?.appending(path: "\(product.id)")
}
