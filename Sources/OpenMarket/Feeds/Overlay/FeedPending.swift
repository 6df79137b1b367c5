import OpenMarketAPI
import OpenMarketStore

/// The source from which a feed learns of pending writes.
struct FeedPendingSource: Sendable {
  /// Whether anything waits at all; quick.
  var hasPending: @Sendable () async throws -> Bool
  /// Pending writes for a list.
  var read: @Sendable (Request) async throws -> FeedPending

  /// The products and listings of a feed for which pending writes are read.
  struct Request: Sendable {
    /// The products of the list.
    var items: [Product.ID]
    /// The products that this device has inserted into the list.
    var localInsertions: [Product.ID]
    /// The new listings on top of it.
    var listings: [Product.ID]
  }
}

/// Pending writes, as far as they concern a feed, at one moment.
struct FeedPending: Sendable {
  /// Pending writes for the products in the request and for those that may enter the list.
  var overlay = PendingOverlay.none
  /// The local insertions in the request, and those that may become one, as the server last showed them.
  var products: [Product.ID: Product] = [:]
  /// The products that the server has made of new listings in the request.
  var accepted: [Product.ID: Product] = [:]
}

extension FeedPendingSource {
  /// - Parameters:
  ///   - overlays: Where overlays come from.
  ///   - list: The products that belong to the list.
  init(_ overlays: OverlaySource, _ list: ListSelection) {
    let store = overlays.store
    hasPending = { try await overlays.keepingReads { try await store.hasPending } ?? false }
    read = { request in
      var pending = FeedPending()
      pending.overlay = try await overlays.overlay(over: request.items + request.localInsertions)
        .merging(try await overlays.insertions(into: list))
      let wanted = Set(pending.overlay.products.filter { !$0.isLocal }).subtracting(request.items)
        .union(request.localInsertions)
      for product in try await overlays.products(Array(wanted), of: list.filter.vendorID) {
        pending.products[product.id] = product
      }
      for listing in request.listings where !pending.overlay.concerns(listing) {
        guard
          let number = try await overlays.keepingReads({ try await store.serverID(of: listing) }) ?? nil
        else { continue }
        pending.accepted[listing] = try await overlays.products([number]).first
      }
      return pending
    }
  }
}

extension OverlaySource {
  fileprivate func products(_ ids: [Product.ID], of vendor: Vendor.ID? = nil) async throws -> [Product] {
    guard !ids.isEmpty else { return [] }
    return try await keepingReads { try await store.products(ids, of: vendor).map(\.product) } ?? []
  }
}
