import Foundation
import OpenMarket

/// The code of the article on a backend of one's own.
private enum Samples {
  struct Reviews: GetRequest {
    struct Response: Decodable, Sendable { var texts: [String] }
    static let template = "/api/products/{id}/reviews"

    var product: Product.ID
    var page = 1
    var pathParameters: [String: String] { ["id": product.description] }
    var queryItems: [QueryItem] { [QueryItem("page", String(page))] }
  }

  static func endpoint(_ market: Marketplace, _ id: Product.ID) async throws {
    let reviews = try await market.client.send(Reviews(product: id))
    show(reviews.texts)
  }

  static func fields(_ market: Marketplace, _ product: Product) async throws {
    let region: String? = product.extra["region"]
    var filter = ProductFilter()
    try filter.extra.set("마포구", for: "region")
    let nearby = market.feed(filter: filter)
    var changes = ProductChanges()
    try changes.extra.set("서교동", for: "region")
    changes.price = 40_000
    try await market.edit(product.id, changes)
    _ = (region, nearby)
  }

  static func record(_ url: URL, _ file: URL) async throws {
    let recording = try RecordingTransport(over: URLSessionTransport(), to: file)
    let market = try Marketplace(server: url) { $0.transport = recording }
    _ = try await market.products(page: 1)
    try recording.close()
  }

  static func replay(_ url: URL, _ file: URL, _ folder: URL) async throws {
    let replay = try ReplayTransport(file)
    let market = try Marketplace(server: url, folder: folder) { $0.transport = replay }
    _ = try await market.products(page: 1)
    try replay.verify()
  }

  #if AsyncHTTPClient
    static func server(_ url: URL, _ credentials: VendorCredentials) throws -> MarketClient {
      let transport = AsyncHTTPClientTransport()
      func client(for vendor: VendorCredentials) throws -> MarketClient {
        try MarketClient(server: url, credentials: vendor, transport: transport) {
          $0.rateLimit = .perSecond(5)
        }
      }
      return try client(for: credentials)
    }
  #endif

  // What the samples call.
  static func show(_ texts: [String]) {}
}
