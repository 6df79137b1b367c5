import Foundation
import OpenMarket
import OpenMarketHTTP

/// The server, the only source, with a store behind that keeps what it says.
///
/// Scripts count on getting what the server says now. So nothing stored takes its place when it cannot be
/// reached; the error says that there is `--offline`.
struct OnlineMarket: Sendable {
  let client: MarketClient
  /// `nil` when the store cannot be used.
  private let market: Marketplace?

  /// The store, if it can be used.
  var store: MarketStore? { market?.store }

  /// Does something with the market that the options describe. A store that cannot be used is no obstacle.
  static func open<Value>(
    _ common: CommonOptions, _ location: StoreOptions, _ body: (OnlineMarket) async throws -> Value
  ) async throws -> Value {
    let market: Marketplace
    do {
      market = try location.openMarket(common)
    } catch let error as StoreError {
      Terminal().note("market: warning: nothing is stored: \(error.message.printable)")
      return try await body(OnlineMarket(client: common.makeClient(), market: nil))
    }
    return try await market.closing {
      let online = OnlineMarket(client: market.client, market: market)
      do {
        return try await body(online)
      } catch let error as HTTPError {
        throw await online.hinting(error)
      }
    }
  }

  /// Loads photos; what was loaded once is kept beside the store, if that can be used.
  var images: ImageLoader { market?.images ?? ImageLoader(source: HTTPImageSource(client.http)) }

  func products(page: Int, size: Int, matching text: String?) async throws -> ProductPage {
    guard let market else {
      return try await client.products(page: page, size: size, matching: text)
    }
    return try await market.products(page: page, size: size, matching: text, options: .networkOnly).value
  }

  func product(_ id: Product.ID) async throws -> Product {
    guard let market else { return try await client.product(id) }
    return try await market.product(id, options: .networkOnly).value
  }

  /// The error, with what would have been there without the server.
  func hinting(_ error: HTTPError) async -> HTTPError {
    guard [.unreachable, .connectionLost, .timedOut, .rateLimited, .serverFailure].contains(error.code),
      let store, (try? await store.newest(limit: 1))?.isEmpty == false
    else { return error }
    var error = error
    error.message += " --offline shows what is stored on this device."
    return error
  }
}
