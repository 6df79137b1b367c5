import OpenMarketAPI
import OpenMarketStore
import Synchronization

/// A search in an order that the server's pages do not have, as the pages of a list.
///
/// Its hits are read when the top of the list is, and stay where they are while it is scrolled.
final class SearchFeed: Sendable {
  private let search: @Sendable (ReadPolicy, _ limit: Int) async throws -> [Product]
  private let hits: Mutex<SearchFeedHits>

  /// - Parameters:
  ///   - hits: No hits yet.
  ///   - search: Gives the first hits, of the server or of this device.
  init(
    _ hits: SearchFeedHits, search: @escaping @Sendable (ReadPolicy, _ limit: Int) async throws -> [Product]
  ) {
    self.search = search
    self.hits = Mutex(hits)
  }

  /// One page of the hits of the server and this device.
  @Sendable func window(page: Int, size: Int) async throws -> ProductPage {
    let window = ListWindow(page: page, size: size)
    var found = hits.withLock { $0 }
    if let limit = found.limit(for: window) {
      found.append(try await search(.networkOnly, limit), of: limit)
      // Unless the list was begun anew meanwhile.
      hits.withLock { if $0.top <= found.top { $0 = found } }
    }
    return found.page(window)
  }

  /// Hits of this device behind one of them, or from the first on.
  @Sendable func stored(after last: Product?, limit: Int) async throws -> [Product] {
    let found = try await search(.cacheOnly, SearchFeedHits.limit)
    let next = last.flatMap { last in found.firstIndex { $0.id == last.id } }.map { $0 + 1 } ?? 0
    return Array(found.dropFirst(next).prefix(limit))
  }
}
