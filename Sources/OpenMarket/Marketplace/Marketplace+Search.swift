import Foundation
import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore

extension Marketplace {
  /// Searches this device and the server.
  ///
  /// Policies work as for other reads: `cacheFirst` returns the hits of this device at once, if there are
  /// any, while the server is asked in the background; `networkFirst` waits for the server, up to
  /// the timeout of ``ReadOptions``, and joins the two. With no network what this device finds is the response, and its
  /// ``Stamped/isFromServer`` says so. For a screen, ``SuggestionSession/search(_:filter:sort:)`` shows both.
  ///
  /// Filters and orders the server does not know are applied here to its newest 200 matches.
  ///
  /// - Parameters:
  ///   - text: The text typed so far, in any state of typing; not blank.
  ///   - filter: The products that can be hits.
  ///   - sort: The order of the hits.
  ///   - limit: The maximum number of hits, 1 to 200.
  ///   - policy: The sources: this device, the server, or both in turn.
  ///   - options: Overrides of the configured times and priority.
  /// - Returns: The hits with their stamp; `SearchResults.correction` is set when another text was searched
  ///   for.
  /// - Throws: `HTTPError` when the server was asked and this device found nothing; `StoreError`, with
  ///   `invalidInput` for a blank or too long text or a limit out of range; `CancellationError`.
  public func search(
    _ text: String, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance, limit: Int = 20,
    policy: ReadPolicy = .cacheFirst, options: ReadOptions = ReadOptions()
  ) async throws -> Stamped<SearchResults> {
    let query = SearchQuery(text, filter: filter, sort: sort, limit: limit)
    let read = try await reader.read(
      searchRequest(query, allowsEmptyResult: policy == .cacheOnly), policy, options)
    return try await overlays.displayed(read, query, now: now)
  }

  /// Searches this device, then adds the server's hits as soon as they arrive.
  ///
  /// One or two results, for what ``search(_:filter:sort:limit:policy:options:)`` takes. In the second one the server's others
  /// follow the hits of this device that are on sale, or stand where `sort` puts them. When the server fails, the loop throws
  /// after the first.
  package func searchReads(
    _ text: String, filter: ProductFilter = ProductFilter(), sort: ProductSort = .relevance, limit: Int = 20,
    options: ReadOptions = ReadOptions()
  ) throws -> some AsyncSequence<Stamped<SearchResults>, any Error> & Sendable {
    let query = SearchQuery(text, filter: filter, sort: sort, limit: limit)
    let blend = SearchBlend(query: query)
    return reader.reads(try searchRequest(query, allowsEmptyResult: true), options) { displayed, newer in
      blend.update(displayed, to: newer)
    } present: { [self] in
      try await overlays.displayed($0, query, now: now)
    }
  }
}

extension Marketplace {
  func searchRequest(_ query: SearchQuery, allowsEmptyResult: Bool) throws -> ReadRequest<SearchResults> {
    guard !query.text.isBlank else {
      throw StoreError(.invalidInput, "The search text is blank: ask for something, or list all products.")
    }
    guard query.text.utf8.count <= SearchQuery.longestText else {
      throw StoreError(
        .invalidInput,
        "The search text has \(query.text.utf8.count) bytes: shorten it to \(SearchQuery.longestText).")
    }
    guard 1...200 ~= query.limit else {
      throw StoreError(.invalidInput, "limit is \(query.limit): ask for 1 to 200 hits.")
    }
    let server = ServerSearch(client: client, store: store, reader: reader)
    let (store, overlays, date) = (store, overlays, reader.time.date)
    return ReadRequest(
      key: .search(query), staleTime: configuration.listStaleTime, flights: flights.searches,
      stored: {
        let results = try await store.search(query)
        if !allowsEmptyResult, results.hits.isEmpty {
          // A pending listing is a result, too.
          guard try await overlays.displayed(results, query, now: date()) != nil else { return nil }
        }
        // The server may have what was typed.
        return .init(
          value: results, fetchedAt: results.hits.map { $0.stored.fetchedAt }.min() ?? date(),
          isComplete: results.correction?.isGuess != true)
      },
      fetch: { try await server.search(query, $0) })
  }
}

/// A search on the server, which does not hold the market: a market that is released ends its searches.
private struct ServerSearch: Sendable {
  /// How many of the server's matches are looked through when it cannot filter or sort as asked.
  private static let depth = 200

  let client: MarketClient
  let store: MarketStore
  let reader: Reader

  /// Returns the server's results, stored, and joined with those of this device.
  ///
  /// The server is asked for what was typed, since it may have what this device has not. Only when it has nothing either is
  /// it asked for the text to which this device has corrected it.
  func search(
    _ query: SearchQuery, _ options: RequestOptions
  ) async throws -> ReadRequest<SearchResults>.Dated {
    let blend = SearchBlend(query: query)
    var (page, fetchedAt) = try await serverPage(query, blend.serverText, options)
    // Not before: what the server has found may be found here now that it is stored.
    var local = try await searchStored(query)
    if page.products.isEmpty, let meant = local.correction?.meantText {
      (page, fetchedAt) = try await serverPage(query, meant, options)
      local = try await searchStored(query)
    } else if !page.products.isEmpty, local.correction?.isGuess == true {
      local = SearchResults()
    }
    return .init(value: blend.blend(local, with: page, fetchedAt: fetchedAt), fetchedAt: fetchedAt)
  }

  private func searchStored(_ query: SearchQuery) async throws -> SearchResults {
    var results = SearchResults()
    try await reader.events.reporting { results = try await store.search(query) }
    return results
  }

  private func serverPage(
    _ query: SearchQuery, _ text: String, _ options: RequestOptions
  ) async throws -> (ProductPage, fetchedAt: Date) {
    let mark = store.responses.mark
    var page = try await client.products(
      size: query.isServersOrder ? query.limit : Self.depth, matching: text, options: options)
    let fetchedAt = reader.time.date()
    let isKept = try await reader.keep { [store, page] in
      try await store.save(page.products, completeness: .listed, fetchedAt: fetchedAt, asOf: mark)
    }
    if isKept { page.products = try await reader.latest(page.products, asOf: mark, in: store) }
    return (page, fetchedAt)
  }
}

extension Marketplace {
  /// The searches made on this device.
  ///
  /// ``SuggestionSession`` records by itself; other searches are recorded by calling
  /// ``RecentSearches/record(_:)``.
  public var recentSearches: RecentSearches { RecentSearches(store: store, date: reader.time.date) }
}

extension SearchQuery {
  /// Whether the server's first matches are the search's, too: it cannot filter, and sorts by date alone.
  var isServersOrder: Bool { filter == .all && (sort == .relevance || sort == .newest) }
}
