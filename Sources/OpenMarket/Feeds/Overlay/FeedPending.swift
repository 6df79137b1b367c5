import OpenMarketAPI
import OpenMarketStore

struct FeedPendingSource: Sendable {
  let overlays: OverlaySource
  /// The products that belong to the list.
  let list: ListSelection

  /// The products and listings of a feed for which pending writes are read.
  struct Request: Sendable {
    var items: [Product.ID]
    /// The products that this device has inserted into the list.
    var localInsertions: [Product.ID]
    /// The new listings on top of it.
    var listings: [Product.ID]
  }

  /// Whether anything waits at all; quick.
  func hasPending() async throws -> Bool {
    try await overlays.events.reporting { try await overlays.store.hasPending } ?? false
  }

  func read(_ request: Request) async throws -> FeedPending {
    var pending = FeedPending()
    pending.overlay = try await overlays.overlay(over: request.items + request.localInsertions)
      .merging(try await overlays.insertions(into: list))
    let wanted = Set(pending.overlay.products.filter { !$0.isLocal }).subtracting(request.items)
      .union(request.localInsertions)
    for product in try await products(Array(wanted), of: list.filter.vendorID) {
      pending.products[product.id] = product
    }
    for listing in request.listings where !pending.overlay.concerns(listing) {
      let number =
        try await overlays.events.reporting { try await overlays.store.serverID(of: listing) } ?? nil
      if let number { pending.accepted[listing] = try await products([number]).first }
    }
    return pending
  }

  private func products(_ ids: [Product.ID], of vendor: Vendor.ID? = nil) async throws -> [Product] {
    guard !ids.isEmpty else { return [] }
    return try await overlays.events.reporting {
      try await overlays.store.products(ids, of: vendor).map(\.product)
    } ?? []
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
