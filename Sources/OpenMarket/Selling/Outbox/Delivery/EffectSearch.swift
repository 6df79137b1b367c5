import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// Looks among the market's newest products for a listing whose answer was lost.
struct EffectSearch {
  let courier: Courier

  /// Products of the first page of a look.
  private static let pageSize = 100
  /// How often a look begins again because products went away meanwhile.
  private static let maxRestarts = 5

  /// The highest number of the market.
  ///
  /// A server that honours keys is asked only if this device knows no product: the number serves there only
  /// when a key has run out, and an older number does no harm then.
  func baseline() async throws -> Product.ID {
    if courier.client.serverHonoursIdempotencyKeys,
      let newest = try? await courier.store.newest(limit: 1).first
    {
      return newest.id
    }
    let page = try await courier.client.products(page: 1, size: 1, options: courier.lookOptions)
    return page.products.map(\.id).max() ?? 0
  }

  /// The listing that is equal in all sent fields, was made after the first try, and is the vendor's own; the
  /// oldest of several. What another submission has become is not taken.
  func find(_ draft: ProductDraft, above baseline: Product.ID?) async throws -> Product? {
    let vendor = try await courier.store.vendor()
    let candidates = try await newest(above: baseline).filter { product in
      Reconciliation.isEffect(product, of: draft) && vendor.map { $0.id == product.vendorID } ?? true
    }
    for candidate in candidates.sorted(by: { $0.id < $1.id }) {
      guard try await !courier.store.isListing(candidate.id) else { continue }
      if vendor == nil, try await !isOwn(candidate.id) { continue }
      return try await courier.client.product(candidate.id, options: courier.lookOptions)
    }
    return nil
  }

  /// All products above `baseline`.
  ///
  /// Each page is one product shorter than the one before, so that it overlaps what is read: page k of 101 − k
  /// products begins k − 1 products above the end of page k − 1. If it does not, products went away meanwhile,
  /// others may have slipped past, and the look begins again.
  private func newest(above baseline: Product.ID?) async throws -> [Product] {
    for _ in 0...Self.maxRestarts {
      var products: [Product] = []
      var number = 1
      while true {
        let page = try await courier.client.products(
          page: number, size: max(Self.pageSize + 1 - number, Self.pageSize / 2), options: courier.lookOptions
        )
        if let last = products.last, let first = page.products.first, first.id < last.id { break }
        products += page.products.filter { product in products.last.map { product.id < $0.id } ?? true }
        let isDeepEnough =
          baseline.map { floor in page.products.last.map { $0.id <= floor } ?? true } ?? false
        guard page.hasNext, !isDeepEnough else {
          return products.filter { product in baseline.map { product.id > $0 } ?? true }
        }
        number += 1
      }
    }
    throw HTTPError(.serverFailure, "The market's list moves faster than it can be read.")
  }

  /// Asks for permission to delete it, which only its vendor gets, and which changes nothing.
  private func isOwn(_ id: Product.ID) async throws -> Bool {
    guard let credentials = try await courier.client.credentials?.credentials() else {
      throw HTTPError(.unauthorized, "Selling needs a vendor's credentials: sign in first.")
    }
    do {
      _ = try await courier.client.send(
        .archive(id, as: credentials), options: courier.lookOptions)
      return true
    } catch let error as HTTPError where error.code == .forbidden || error.code == .notFound {
      return false
    }
  }
}
