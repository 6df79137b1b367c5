import Foundation
import OpenMarketAPI
import OpenMarketStore

/// A search with the pending writes laid over it: hits as they will be, without those that leave the search, and with
/// those that enter it.
///
/// A pure value. New listings stand first by relevance, and where they belong in any other order; those that are sold, or have
/// only equivalents of the text's words, stand before the others of that kind.
struct PendingSearch {
  var query: SearchQuery
  /// The text as it was looked for in the store.
  var search: NameSearch
  /// The pending writes of the hits and of ``candidates``.
  var overlay: PendingOverlay
  /// The new listings that are hits, as far as they are displayed, and how many there are.
  var listings: [PendingEntry]
  var listingCount: Int
  /// Changed products that may become hits, as the server last showed them.
  var candidates: [StoredProduct]
  /// The stamp of new listings.
  var now: Date

  /// The results as somebody should see them; `nil` when no pending write concerns them.
  func applied(to results: SearchResults) -> SearchResults? {
    let list = ListOverlay(overlay, search: search, filter: query.filter)
    let ids = Set(results.hits.map { $0.id })
    // Those that the search has counted are hits without the writes, too.
    let insertions = candidates.filter { !ids.contains($0.id) }.compactMap { candidate in
      list.insertion(candidate).map { (hit: $0, isCounted: list.hit(candidate) != nil) }
    }
    guard
      !insertions.isEmpty || !listings.isEmpty || results.hits.contains(where: { overlay.concerns($0.id) })
    else { return nil }
    var displayed = results
    var moved: [SearchHit] = []
    displayed.hits = results.hits.compactMap { hit in
      guard let changed = list.displayed(hit) else { return nil }
      guard changed.section(in: query.sort) != hit.section(in: query.sort) else { return changed }
      moved.append(changed)
      return nil
    }
    let addedCount = insertions.count { !$0.isCounted }
    let change = listingCount + addedCount + displayed.hits.count + moved.count - results.hits.count
    displayed.hits.prepend(listings.compactMap(newHit) + insertions.map(\.hit) + moved, in: query.sort)
    displayed.hits.arrange(by: query.sort)
    displayed.hits = Array(displayed.hits.prefix(query.limit))
    switch results.count {
    case .exact(let count): displayed.count = .exact(max(displayed.hits.count, count + change))
    case .atLeast(let count): displayed.count = .atLeast(max(displayed.hits.count, count + change))
    }
    return displayed
  }

  private func newHit(_ entry: PendingEntry) -> SearchHit? {
    overlay.listing(entry).map {
      let stored = StoredProduct(product: $0, fetchedAt: now, detailedAt: now)
      return search.hit(stored) ?? SearchHit(stored: stored, matches: [])
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
    let typed = NameSearch(
      query.text, query.includesEquivalents ? store.configuration.searchEquivalents : nil)
    var (search, listings) = (typed, try await listings(of: typed, in: query))
    if let sought = results.search, sought != typed, !results.hits.isEmpty || listings.isEmpty {
      // The store has found nothing for the text as it was typed.
      (search, listings) = (sought, try await self.listings(of: sought, in: query))
    }
    let sought = search
    let changed =
      try await keepingReads { try await store.insertions(.changed, of: sought, into: query) } ?? []
    let first = query.first(of: listings, for: search)
    let overlay = try await overlay(over: results.hits.map { $0.id })
      .merging(try await self.overlay { first + changed })
    guard !overlay.isEmpty else { return nil }
    let candidates =
      try await keepingReads {
        try await store.products(changed.map { $0.id }, of: query.filter.vendorID)
      } ?? []
    return PendingSearch(
      query: query, search: search, overlay: overlay, listings: first, listingCount: listings.count,
      candidates: candidates, now: now
    ).applied(to: results)
  }

  /// The new listings, of the latest 1,000, that are hits of a search.
  private func listings(of search: NameSearch, in query: SearchQuery) async throws -> [PendingEntry] {
    try await keepingReads {
      let found = try await store.insertions(.new, of: search, into: query)
      guard !found.isEmpty, query.filter != .all else { return found }
      let (selection, vendor) = (ListSelection(text: nil, filter: query.filter), try await knownVendor())
      return found.filter { entry in
        entry.listing.map { selection.includes($0, soldBy: vendor) } ?? false
      }
    } ?? []
  }
}

extension SearchQuery {
  /// As many of the new listings as can be displayed, of the `latest` first.
  fileprivate func first(of latest: [PendingEntry], for search: NameSearch) -> [PendingEntry] {
    guard latest.count > limit, sort.isByPrice || search.hasEquivalents else {
      return Array(latest.prefix(limit))
    }
    let listings = latest.compactMap { entry in
      entry.listing.map { (entry: entry, listing: $0, stage: search.stage(of: $0.name)) }
    }
    let sorted = listings.sorted {
      $0.stage == $1.stage ? sort.orders($0.listing, before: $1.listing) : $0.stage < $1.stage
    }
    return sorted.prefix(limit).map { $0.entry }
  }
}
