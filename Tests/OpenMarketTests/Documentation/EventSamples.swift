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

  static func listen(_ configuration: inout Marketplace.Configuration, _ folder: URL) {
    #if DEBUG
      configuration.inspectorSocket = folder.appending(path: "market.sock")
    #endif
  }

  // What the samples call.
  static func show(_ product: Product) {}
}
