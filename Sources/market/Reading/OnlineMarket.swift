import Foundation
import OpenMarket

/// The server, with a store behind that keeps what it says and adds what it has, unless `--online` forbids that.
struct OnlineMarket: Sendable {
  let client: MarketClient
  /// `nil` when the store cannot be used.
  private let market: Marketplace?
  /// Whether nothing stored may take the place of what the server says, or stand beside it.
  private let isServerOnly: Bool

  var store: MarketStore? { market?.store }

  /// The market with the store, if what is stored may be displayed.
  var joined: Marketplace? { isServerOnly ? nil : market }

  /// Does something with the market that the options describe. A store that cannot be used is no obstacle.
  ///
  /// An error of `body` hints at what is stored: `product`, or for a list anything.
  static func open<Value>(
    _ source: SourceOptions, product: Product.ID? = nil,
    _ body: (OnlineMarket) async throws -> Value
  ) async throws -> Value {
    let market: Marketplace
    do {
      market = try source.location.openMarket()
    } catch let error as StoreError {
      Terminal().note("market: warning: the store is not used: \(error.message.printable)")
      return try await body(
        OnlineMarket(client: source.common.makeClient(), market: nil, isServerOnly: source.online))
    }
    return try await market.closing {
      let online = OnlineMarket(client: market.client, market: market, isServerOnly: source.online)
      do {
        return try await body(online)
      } catch let error as HTTPError {
        throw await online.hinting(error, product: product)
      }
    }
  }

  /// Loads photos; what was loaded once is kept beside the store, if that can be used.
  var images: ImageLoader { market?.images ?? ImageLoader(client: client.http) }

  /// A page of the server's list; pending writes are applied unless `--online` is given.
  ///
  /// - Throws: `ServerAway` when there is something stored to be displayed in its place.
  func products(page: Int, size: Int, matching text: String?) async throws -> ProductPage {
    try await orServerAway {
      guard let market = joined else {
        return try await client.products(page: page, size: size, matching: text)
      }
      return try await market.products(page: page, size: size, matching: text, policy: .networkOnly).value
    }
  }

  /// A product as the server has it; pending writes are applied unless `--online` is given.
  ///
  /// - Throws: `ServerAway` when it is stored.
  func product(_ id: Product.ID) async throws -> Product {
    try await orServerAway(product: id) {
      guard let market = joined else { return try await client.product(id) }
      return try await market.product(id, policy: .networkOnly).value
    }
  }

  /// The error, with what would have been there without the server.
  func hinting(_ error: HTTPError, product: Product.ID? = nil) async -> HTTPError {
    guard error.isServerAway, await isStored(product) else { return error }
    var error = error
    error.message += " --offline shows what is stored on this device."
    return error
  }

  /// Asks the server; not for long where what is stored can take the place of its response.
  private func orServerAway<Value: Sendable>(
    product: Product.ID? = nil, _ ask: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard joined != nil, await isStored(product) else { return try await ask() }
    let wait = ReadOptions().timeout
    do {
      return try await withDeadline(.now + wait, clock: .continuous, operation: ask)
    } catch is DeadlineExceeded {
      throw ServerAway(after: wait)
    } catch let error as HTTPError where error.isServerAway {
      throw ServerAway(error: error)
    }
  }

  /// Whether a product is stored; without one, whether anything is.
  private func isStored(_ product: Product.ID?) async -> Bool {
    guard let product else { return (try? await store?.newest(limit: 1))?.isEmpty == false }
    return (try? await store?.product(product)) != nil
  }
}
