import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket
@testable import OpenMarketMock

@Suite("Feed over sockets", .timeLimit(.minutes(5)))
struct FeedOverSocketsTests {
  @Test(
    "on a market that moves and fails, no product is displayed twice and no survivor skipped",
    arguments: 1...24)
  func scroll(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let mock = MarketplaceMock {
      $0.productCount = 150
      $0.usesOriginalPaging = seed.isMultiple(of: 3)
    }
    let server = try await MockServer.start(handler: mock)
    let folder = try TemporaryFolder()
    let client = try MarketClient(server: server.url) {
      $0.maxAttempts = 1
      // A busy machine may take long.
      ($0.attemptTimeout, $0.totalTimeout) = (nil, nil)
    }
    let store = try MarketStore(folder: folder.url)
    let feed = ProductFeed(source: FeedSource(client: client, store: store))
    var survivors = Set(mock.ids())
    var steps = 0
    for await state in feed.states {
      let ids = state.items.map(\.id)
      #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 > $1 }, "seed \(seed): \(ids)")
      if state.phase == .endReached { break }
      steps += 1
      try #require(steps < 500, "seed \(seed): no end")
      // While a page is on its way as well as between pages.
      mock.churn(&survivors, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 { mock.addFault(Fault(.disconnect, on: .init(.get))) }
      switch state.phase {
      case .failed: feed.retry()
      case .idle, .endOfStored: feed.loadNext()
      default: break
      }
    }
    let displayed = Set(feed.state.items.map(\.id.rawValue))
    #expect(survivors.isSubset(of: displayed), "seed \(seed): \(survivors.subtracting(displayed)) skipped")
    #expect(feed.state.isContiguous)
    try await server.stop()
  }
}

extension MarketplaceMock {
  /// Lets others list and delete products.
  fileprivate func churn(_ survivors: inout Set<Int64>, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      if Bool.random(using: &random), let old = ids().first {
        state.withLock { state in
          guard var record = state.table.record(id: old) else { return }
          record.id = state.table.nextID
          state.table.insert(record)
        }
      } else if let gone = survivors.sorted().randomElement(using: &random) {
        survivors.remove(gone)
        removeProducts([gone])
      }
    }
  }
}
