import Foundation
import OpenMarketAPI
import OpenMarketStore

/// A search over pending writes: hits as they will be, without those that leave the search, and with
/// those that enter it.
///
/// A pure value. What is new stands first by relevance, and where it belongs in any other order.
struct PendingSearch {
  var query: SearchQuery
  /// Pending writes for the hits, and everything that may become one.
  var overlay: PendingOverlay
  /// The server's copies of the products that may become hits.
  var candidates: [StoredProduct]
  /// When new listings were made.
  var now: Date

  /// The results as somebody should see them; `nil` when nothing that waits concerns them.
  func applied(to results: SearchResults) -> SearchResults? {
    let insertions = insertions(beside: Set(results.hits.map(\.id)), results.correction)
    guard !insertions.isEmpty || results.hits.contains(where: { overlay.concerns($0.id) }) else { return nil }
    var displayed = results
    displayed.hits = results.hits.compactMap(hit)
    let change = insertions.count + displayed.hits.count - results.hits.count
    displayed.hits = insertions + displayed.hits
    arrange(&displayed.hits)
    displayed.hits = displayed.hits.prefix(query.limit).map { hit in
      guard hit.id.isLocal, let listing = overlay.listing(hit.id) else { return hit }
      var hit = hit
      hit.stored.product = listing
      return hit
    }
    switch results.count {
    case .exact(let count): displayed.count = .exact(max(displayed.hits.count, count + change))
    case .atLeast(let count): displayed.count = .atLeast(max(displayed.hits.count, count + change))
    }
    return displayed
  }

  private func hit(_ hit: SearchHit) -> SearchHit? {
    guard overlay.concerns(hit.id) else { return hit }
    guard let product = overlay.product(hit.stored.product), query.filter.passes(product) else { return nil }
    var displayed = hit
    displayed.stored.product = product
    if product.name != hit.stored.product.name { displayed.matches = query.matches(in: product.name) ?? [] }
    return displayed
  }

  private func insertions(beside hits: Set<Product.ID>, _ correction: SearchCorrection?) -> [SearchHit] {
    let query = query.corrected(by: correction)
    // Only those that are displayed get their photos.
    let new = overlay.pendingListings.compactMap { pending in
      overlay.listingWithoutPhotos(pending.id).map {
        StoredProduct(product: $0, fetchedAt: now, detailedAt: now)
      }
    }
    let changed = candidates.compactMap { candidate -> StoredProduct? in
      guard !hits.contains(candidate.id), let product = overlay.product(candidate.product) else { return nil }
      var stored = candidate
      stored.product = product
      return stored
    }
    return (new + changed).compactMap { stored in
      guard query.filter.passes(stored.product), let matches = query.matches(in: stored.product.name) else {
        return nil
      }
      return SearchHit(stored: stored, matches: matches)
    }
  }

  private func arrange(_ hits: inout [SearchHit]) {
    func price(_ hit: SearchHit) -> Decimal { hit.stored.product.bargainPrice }
    switch query.sort {
    case .relevance: break
    case .newest: hits.sort { $0.id.isNewer(than: $1.id) }
    case .priceAscending:
      hits.sort { price($0) == price($1) ? $0.id.isNewer(than: $1.id) : price($0) < price($1) }
    case .priceDescending:
      hits.sort { price($0) == price($1) ? $0.id.isNewer(than: $1.id) : price($0) > price($1) }
    }
  }
}

extension OverlaySource {
  /// Returns the results of this device and of the server, with pending writes laid over them.
  func displayed(_ read: Stamped<SearchResults>, _ query: SearchQuery, now: Date) async throws -> Stamped<
    SearchResults
  > {
    guard let results = try await displayed(read.value, query, now: now) else { return read }
    return read.pending { $0 = results }
  }

  /// - Returns: `nil` when nothing that waits concerns the results.
  func displayed(_ results: SearchResults, _ query: SearchQuery, now: Date) async throws -> SearchResults? {
    let insertions = try await insertions(of: query.corrected(by: results.correction))
    let overlay = try await overlay(over: results.hits.map(\.id)).merging(insertions)
    guard !overlay.isEmpty else { return nil }
    let changed = insertions.products.filter { !$0.isLocal }
    let candidates =
      try await keepingReads { try await store.products(Array(changed), of: query.filter.vendor) } ?? []
    return PendingSearch(query: query, overlay: overlay, candidates: candidates, now: now).applied(
      to: results)
  }
}
