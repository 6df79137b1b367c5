import Foundation
import OpenMarket

/// The code of the article on events.
private enum Samples {
  static func follow(_ url: URL) async throws {
    let market = try Marketplace(server: url) { $0.tracesEvents = true }
    for await event in market.events { print(event) }
  }

  static func cause(_ market: Marketplace, _ id: Product.ID) async throws {
    try await MarketEvent.withCause("push") {
      let product = try await market.product(id, policy: .networkFirst)
      show(product.value)
    }
  }

  static func listen(_ url: URL, _ credentials: VendorCredentials, _ folder: URL) throws -> Marketplace {
    let market = try Marketplace(server: url) {
      $0.credentials = credentials
      #if DEBUG
        $0.inspectorSocket = folder.appending(path: "market.sock")
      #endif
    }
    return market
  }

  // What the samples call.
  static func show(_ product: Product) {}
}
