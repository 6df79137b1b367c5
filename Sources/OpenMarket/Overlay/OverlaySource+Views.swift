import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// Values that were read, with pending writes laid over them.
extension OverlaySource {
  /// - Throws: `HTTPError` with `notFound` when the product is to be deleted; `CancellationError`.
  func displayed(_ read: Stamped<Product>) async throws -> Stamped<Product> {
    let id = read.value.id
    let overlay = try await overlay(over: CollectionOfOne(id))
    guard overlay.concerns(id) else { return read }
    guard let product = id.isLocal ? overlay.listing(id) : overlay.product(read.value) else {
      throw HTTPError.withdrawn(id)
    }
    return read.pending { $0 = product }
  }

  /// A page without what is to be deleted, and with what is to be listed at its top when it is the first.
  ///
  /// One that was asked for before a listing was accepted shows that listing, too.
  func displayed(_ read: Stamped<ProductPage>, matching text: String?) async throws -> Stamped<ProductPage> {
    var overlay = try await overlay(over: read.value.products.map { $0.id })
    let selection = ListSelection(text: text)
    if read.value.page == 1 {
      let new = try await self.overlay { try await Array(newListings(in: selection).prefix(Self.newOnPage)) }
      overlay = overlay.merging(new)
    }
    var read = read
    if read.value.page == 1 {
      let last = [read.lastListing, read.value.products.first?.id].compactMap(\.self).max()
      let newer = try await events.reporting { try await store.listings(numberedAbove: last) } ?? []
      let listed = newer.isEmpty ? [] : try await events.reporting { try await store.products(newer) } ?? []
      let products = listed.map { $0.product }.filter(selection.includes).sorted { $0.id > $1.id }
      overlay = overlay.merging(try await self.overlay(over: products.map { $0.id }))
      read.value.products = products + read.value.products
    }
    guard !overlay.isEmpty else { return read }
    return read.pending { page in
      page.products = overlay.listings.filter(selection.includes) + page.products.compactMap(overlay.product)
    }
  }

  /// The most new listings that a page shows.
  private static let newOnPage = 100

  /// The listing that this device has given the number `id`, while the server has not given it another.
  func listing(_ id: Product.ID) async throws -> (product: Product, since: Date)? {
    let overlay = try await overlay(over: CollectionOfOne(id))
    guard let pending = overlay[id] else { return nil }
    guard let product = overlay.listing(id) else { throw HTTPError.withdrawn(id) }
    return (product, pending.since)
  }
}

extension Stamped {
  /// The same, changed by writes that wait.
  func pending(_ change: (inout Value) -> Void) -> Stamped {
    var stamped = self
    change(&stamped.value)
    stamped.hasPendingWrites = true
    return stamped
  }
}
