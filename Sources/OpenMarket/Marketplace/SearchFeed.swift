import OpenMarketAPI
import OpenMarketStore
import Synchronization

/// A search in an order that the server's pages do not have, as the pages of a list.
///
/// Its hits are read when the top of the list is, and stay where they are while it is scrolled.
final class SearchFeed: Sendable {
  typealias Search = @Sendable (ReadPolicy, _ limit: Int) async throws -> SearchResults

  private let search: Search
  private let corrected: @Sendable (SearchCorrection?) -> Void
  private let hits: Mutex<SearchFeedHits>

  /// `search` gives the first hits, of the server or of this device; `corrected` takes the correction of the text with which the
  /// top of the list was found.
  init(
    _ hits: SearchFeedHits, search: @escaping Search,
    corrected: @escaping @Sendable (SearchCorrection?) -> Void
  ) {
    (self.search, self.corrected) = (search, corrected)
    self.hits = Mutex(hits)
  }

  /// One page of the hits of the server and this device.
  @Sendable func window(page: Int, size: Int) async throws -> ProductPage {
    let window = ListWindow(page: page, size: size)
    var found = hits.withLock { $0.begin(with: window) }
    if let limit = found.limit(for: window) {
      let results = try await search(.networkOnly, limit)
      let isTop = found.isUnread
      found.append(results.hits.map(\.product), of: limit)
      hits.withLock { hits in
        // Unless the list was begun anew meanwhile.
        guard hits.top == found.top else { return }
        hits = found
        if isTop { corrected(results.correction) }
      }
    }
    return found.page(window)
  }

  /// Hits of this device behind one of them, or from the first on; none behind one that it does not find.
  @Sendable func stored(after last: Product?, limit: Int) async throws -> [Product] {
    let results = try await search(.cacheOnly, SearchFeedHits.limit)
    let products = results.hits.map(\.product)
    guard let last else {
      // What the server has found may be displayed already.
      hits.withLock { if $0.isUnread { corrected(results.correction) } }
      return Array(products.prefix(limit))
    }
    guard let place = products.firstIndex(where: { $0.id == last.id }) else { return [] }
    return Array(products.dropFirst(place + 1).prefix(limit))
  }
}
