import Foundation
import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore
import Synchronization

extension Marketplace {
  /// Makes an infinite list, online and offline: all products, those that match a text, or those that pass
  /// a filter.
  ///
  /// Shows stored products when the server cannot be reached, and reports that. The API has no filters:
  /// the server's pages are filtered on this device.
  ///
  /// - Parameters:
  ///   - text: The text to find in the name, the description or the vendor's name; offline, what
  ///     ``search(_:filter:sort:limit:policy:options:)`` finds on this device, newest first. `nil` or blank for all.
  ///   - filter: The products of the list.
  ///   - sort: The order of what matches `text`; any but `newest` ends after the first 200, which
  ///     ``search(_:filter:sort:limit:policy:options:)`` finds. Without a text the newest come first.
  ///   - configure: Changes the feed's page size and prefetch distance.
  /// - Returns: A feed that has read nothing yet.
  public func feed(
    matching text: String? = nil, filter: ProductFilter = ProductFilter(), sort: ProductSort = .newest,
    configure: (inout ProductFeed.Configuration) -> Void = { _ in }
  ) -> ProductFeed {
    if let text, !text.isBlank, sort != .newest {
      return feed(SearchQuery(text, filter: filter, sort: sort), configure: configure)
    }
    let matches = text.flatMap { $0.isBlank ? nil : StoredMatches(store: store, text: $0, filter: filter) }
    return feed(
      ListSelection(text: matches?.text, filter: filter), matching: matches?.text,
      stored: matches.map { $0.products(after:limit:) }, configure)
  }

  /// Makes a list of the account's own products.
  ///
  /// They are identified by the vendor's number, as two vendors may have the same name.
  ///
  /// - Parameters:
  ///   - availability: On sale, sold out, or both.
  ///   - configure: Changes the feed's page size and prefetch distance.
  /// - Returns: A feed that has read nothing yet.
  /// - Throws: `HTTPError` with `unauthorized` when ``Configuration/vendor`` is not set and no write from this
  ///   device got a response yet.
  public func mySales(
    _ availability: ProductFilter.Availability = .any,
    configure: (inout ProductFeed.Configuration) -> Void = { _ in }
  ) throws -> ProductFeed {
    guard let vendor = configuration.vendor ?? store.knownVendor else {
      throw HTTPError(
        .unauthorized,
        "The vendor is unknown until the server's first response to a write: set the vendor in the market's configuration."
      )
    }
    // The server finds a vendor's products by name, among those of others; the device by number.
    let filter = ProductFilter(vendorID: vendor.id, availability: availability)
    return feed(ListSelection(text: vendor.name, filter: filter), matching: vendor.name, configure)
  }
}

extension Marketplace {
  /// Makes a list of the server's, of what matches a text.
  private func feed(
    _ list: ListSelection, matching text: String?,
    stored: (@Sendable (_ last: Product?, _ limit: Int) async throws -> [Product])? = nil,
    _ configure: (inout ProductFeed.Configuration) -> Void
  ) -> ProductFeed {
    let source = FeedSource(
      client: client, store: store, matching: text, filter: list.filter, stored: stored,
      time: reader.time, events: reader.events)
    return feed(source, list, configure)
  }

  /// Makes a feed of a source, with what every list has: refreshes, Low Data Mode, prefetching, pending writes.
  private func feed(
    _ source: FeedSource, _ list: ListSelection, _ configure: (inout ProductFeed.Configuration) -> Void
  ) -> ProductFeed {
    var (source, settings) = (source, ProductFeed.Configuration())
    configure(&settings)
    if let window = source.window {
      // It keeps the market: a list outlives the place where it was made.
      source.window = { [self] page, size in
        try reader.background.checkOpen()
        return try await window(page, size)
      }
    }
    source.refresher = refresher
    source.isConstrained = { [network] in network.isConstrained }
    source.staleTime = configuration.listStaleTime
    #if Images
      source.prefetch = thumbnailPrefetch(settings)
    #endif
    source.pending = FeedPendingSource(overlays: overlays, list: list)
    source.belongs = list.includes
    return ProductFeed(source: source, configuration: settings, date: reader.time.date)
  }

  /// Makes a list of what a search finds, in the order of the search, any but `newest`; `corrected` takes the correction of the
  /// text with which the products that are displayed next were found.
  func feed(
    _ query: SearchQuery, configure: (inout ProductFeed.Configuration) -> Void = { _ in },
    corrected: @escaping @Sendable (SearchCorrection?) -> Void = { _ in }
  ) -> ProductFeed {
    var configuration = ProductFeed.Configuration()
    configure(&configuration)
    let hits = SearchFeedHits(pageSize: configuration.pageSize, isServersOrder: query.isServersOrder)
    let search = SearchFeed(
      hits,
      search: { [self] policy, limit in
        var query = query
        query.limit = limit
        let request = try searchRequest(query, allowsEmptyResult: true)
        return try await reader.read(request, policy, ReadOptions(priority: .user)).value
      }, corrected: corrected)
    var source = FeedSource(
      window: search.window, stored: search.stored,
      products: { [store] ids in try await store.products(ids).map(\.product) },
      changes: { [store] in store.changes() }, shows: { query.filter.passes($0) })
    source.order = .presented
    return feed(source, ListSelection(text: query.text, filter: query.filter)) { $0 = configuration }
  }
}

/// Walks through what a search finds on this device, newest first, from any product on.
final class StoredMatches: Sendable {
  private let store: MarketStore
  let text: String
  private let filter: ProductFilter
  /// The last product of the page before, and how the search goes on behind it, with the correction that it began with.
  private let end = Mutex<(id: Product.ID, cursor: SearchCursor)?>(nil)

  init(store: MarketStore, text: String, filter: ProductFilter) {
    (self.store, self.text, self.filter) = (store, text, filter)
  }

  /// The newest hits below `last`: where the page before ended, or anywhere else.
  @Sendable func products(after last: Product?, limit: Int) async throws -> [Product] {
    var query = SearchQuery(text, filter: filter, sort: .newest, limit: limit)
    // The server's list has no equivalents. One that goes on in the order of numbers takes no newer products behind older ones,
    // as what has the signs of the text, or has it in the name, may be.
    (query.includesEquivalents, query.ranksReasons) = (false, false)
    query.counting = .upTo(1)
    query.cursor = last.flatMap { last in end.withLock { $0?.id == last.id ? $0?.cursor : nil } }
    var results = try await store.search(query)
    if let last, query.cursor == nil {
      if let next = results.next {
        query.cursor = next.behind(last.id)
        results = try await store.search(query)
      } else {
        results.hits.removeAll { $0.id >= last.id }
      }
    }
    let place = results.next.flatMap { next in results.hits.last.map { ($0.id, next) } }
    end.withLock { $0 = place }
    return results.hits.map(\.product)
  }
}
