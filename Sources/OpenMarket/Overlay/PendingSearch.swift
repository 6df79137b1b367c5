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
  var search: TextSearch
  /// The pending writes of the hits and of ``candidates``.
  var overlay: PendingOverlay
  /// The new listings that are hits, as far as they are displayed, and how many there are.
  var listings: [PendingEntry]
  var listingCount: Int
  /// Changed products that may become hits, as the server last showed them.
  var candidates: [StoredProduct]
  /// The stamp of new listings.
  var now: Date

  /// The results as the user should see them; `nil` when no pending write concerns them.
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
    displayed.count = results.count.changed(by: change, atLeast: displayed.hits.count)
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

  /// - Returns: `nil` when no pending write concerns the results.
  func displayed(_ results: SearchResults, _ query: SearchQuery, now: Date) async throws -> SearchResults? {
    let typed = TextSearch(
      query.text, query.includesEquivalents ? store.configuration.searchEquivalents : nil)
    if let sought = results.search, !sought.hasText(of: typed) {
      // The store has corrected a text that no stored product has. When a pending write gives it to one, it is right.
      let found = results.limited(to: typed)
      let known = Set(found.hits.map(\.id))
      if let displayed = try await displayed(found, of: typed, query, now: now),
        displayed.hits.contains(where: { !known.contains($0.id) })
      {
        return displayed
      }
    }
    return try await displayed(results, of: results.search ?? typed, query, now: now)
  }

  /// Lays pending writes over results that were looked for with `search`.
  private func displayed(
    _ results: SearchResults, of search: TextSearch, _ query: SearchQuery, now: Date
  ) async throws -> SearchResults? {
    let listings = try await listings(of: search, in: query)
    let changed = try await events.reporting { try await store.candidates(of: search, into: query) } ?? []
    let first = query.first(of: listings)
    let overlay = try await overlay(over: results.hits.map { $0.id })
      .merging(try await self.overlay { first + changed })
    guard !overlay.isEmpty else { return nil }
    let candidates =
      try await events.reporting {
        try await store.products(changed.map { $0.id }, of: query.filter.vendorID)
      } ?? []
    return PendingSearch(
      query: query, search: search, overlay: overlay, listings: first, listingCount: listings.count,
      candidates: candidates, now: now
    ).applied(to: results)
  }

  /// The new listings, of the latest 1,000, that are hits of a search, with the stages that find them.
  private func listings(
    of search: TextSearch, in query: SearchQuery
  ) async throws -> [(entry: PendingEntry, stage: Int)] {
    try await events.reporting {
      guard try await store.hasPending else { return [] }
      let vendor = try await knownVendor()
      let found = try await store.newHits(of: search, soldBy: vendor?.name)
      guard !found.isEmpty, query.filter != .all else { return found }
      let selection = ListSelection(text: nil, filter: query.filter)
      return found.filter { hit in
        hit.entry.listing.map { selection.includes($0, soldBy: vendor) } ?? false
      }
    } ?? []
  }
}

extension SearchResults {
  /// Those of the hits that `search` finds too, without a correction.
  fileprivate func limited(to search: TextSearch) -> SearchResults {
    let hits = hits.compactMap { search.hit($0.stored) }
    var results = SearchResults(hits: hits, count: hits.isEmpty ? .exact(0) : .atLeast(hits.count))
    results.search = search
    return results
  }
}

extension SearchQuery {
  /// As many of the new listings as can be displayed, of the `latest` first.
  fileprivate func first(of latest: [(entry: PendingEntry, stage: Int)]) -> [PendingEntry] {
    guard latest.count > limit else { return latest.map(\.entry) }
    // They come in the order of relevance and of numbers.
    let stages = Dictionary(grouping: latest, by: \.stage).sorted { $0.key < $1.key }.map(\.value)
    let sorted = stages.flatMap { hits in
      sort.isByPrice
        ? hits.compactMap { hit in hit.entry.listing.map { (entry: hit.entry, listing: $0) } }
          .sorted { sort.orders($0.listing, before: $1.listing) }.map(\.entry) : hits.map(\.entry)
    }
    return Array(sorted.prefix(limit))
  }
}
