import Foundation
import OpenMarketAPI
import OpenMarketStore
import Synchronization
import Testing

@testable import OpenMarket

struct SearchFeedTests {
  /// A server with 80 products, and a device with another that it only guesses at.
  private func feed() -> (feed: SearchFeed, told: @Sendable () -> [SearchCorrection?]) {
    @Sendable func results(_ numbers: ClosedRange<Int64>, _ correction: SearchCorrection?) -> SearchResults {
      let hits = numbers.map {
        SearchHit(
          stored: StoredProduct(product: .sample($0), fetchedAt: .distantPast, detailedAt: nil), matches: [])
      }
      return SearchResults(hits: hits, correction: correction)
    }
    let told = Told()
    let feed = SearchFeed(
      SearchFeedHits(pageSize: 20, isServersOrder: true),
      search: { policy, limit in
        policy == .networkOnly
          ? results(1...Int64(min(limit, 80)), nil) : results(90...95, .spelling("아이폰"))
      }, corrected: { told.add($0) })
    return (feed, { told.all })
  }

  private final class Told: Sendable {
    private let corrections = Mutex<[SearchCorrection?]>([])
    var all: [SearchCorrection?] { corrections.withLock { $0 } }
    func add(_ correction: SearchCorrection?) { corrections.withLock { $0.append(correction) } }
  }

  @Test("the correction is that of the products at the top, whichever come first")
  func correction() async throws {
    var (feed, told) = feed()
    _ = try await feed.stored(after: nil, limit: 20)
    _ = try await feed.window(page: 1, size: 20)
    #expect(told() == [.spelling("아이폰"), nil])
    (feed, told) = self.feed()
    _ = try await feed.window(page: 1, size: 20)
    // A slow read of this device, whose products nobody sees any more.
    _ = try await feed.stored(after: nil, limit: 20)
    #expect(told() == [nil])
  }

  @Test("a top that cannot be read again leaves the hits that are known")
  func failure() async throws {
    let isDown = Mutex(false)
    let feed = SearchFeed(
      SearchFeedHits(pageSize: 20, isServersOrder: true),
      search: { _, limit in
        if isDown.withLock({ $0 }) { throw CancellationError() }
        let hits = (1...Int64(limit)).map {
          SearchHit(
            stored: StoredProduct(product: .sample($0), fetchedAt: .distantPast, detailedAt: nil), matches: []
          )
        }
        return SearchResults(hits: hits)
      }, corrected: { _ in })
    _ = try await feed.window(page: 1, size: 20)
    isDown.withLock { $0 = true }
    await #expect(throws: CancellationError.self) { try await feed.window(page: 1, size: 20) }
    #expect(
      try await feed.window(page: 2, size: 20).products.map(\.id) == (21...40).map(Product.ID.init(rawValue:))
    )
  }

  @Test("what this device guesses at does not follow what the server has found")
  func rest() async throws {
    let (feed, told) = feed()
    let last = try #require(try await feed.window(page: 1, size: 20).products.last)
    #expect(try await feed.stored(after: last, limit: 20).isEmpty)
    #expect(try await feed.stored(after: .sample(93), limit: 20).map(\.id) == [94, 95])
    _ = try await feed.window(page: 4, size: 20)
    #expect(told() == [nil])
  }
}
