import OpenMarketAPI
import OpenMarketStore
import Synchronization

/// A search in an order that the server's pages do not have, as the pages of a list: its first hits at one moment.
///
/// They are read when the top of the list is, and stay the same while it is scrolled.
final class SearchFeed: Sendable {
  /// The most hits of one search.
  static let sizeLimit = 200

  private let pageSize: Int
  private let search: @Sendable (ReadPolicy) async throws -> [Product]
  private let hits = Mutex<[Product]?>(nil)

  /// - Parameters:
  ///   - pageSize: How many products the feed asks for at its top.
  ///   - search: Gives all hits, of the server or of this device.
  init(_ pageSize: Int, search: @escaping @Sendable (ReadPolicy) async throws -> [Product]) {
    self.pageSize = min(max(1, pageSize), 100)
    self.search = search
  }

  /// One page of the hits of the server and this device.
  @Sendable func window(page: Int, size: Int) async throws -> ProductPage {
    let window = ListWindow(page: page, size: size)
    var found = hits.withLock { $0 }
    if window == ListWindow(page: 1, size: pageSize) { found = nil }
    if found == nil {
      found = try await search(.networkOnly)
      hits.withLock { $0 = found }
    }
    let all = found ?? []
    let products = all.dropFirst(window.start).prefix(size)
    return ProductPage(
      page: page, itemsPerPage: size, totalCount: all.count, offset: window.start, limit: size,
      lastPage: (all.count + size - 1) / size, hasNext: window.end < all.count, hasPrevious: page > 1,
      products: Array(products))
  }

  /// Hits of this device behind one of them, or from the first on.
  @Sendable func stored(after last: Product?, limit: Int) async throws -> [Product] {
    let found = try await search(.cacheOnly)
    let next = last.flatMap { last in found.firstIndex { $0.id == last.id } }.map { $0 + 1 } ?? 0
    return Array(found.dropFirst(next).prefix(limit))
  }
}
