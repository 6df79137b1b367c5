import Foundation
import OpenMarketHTTP
import OpenMarketStore
import Testing

@testable import OpenMarket

/// A feed whose store is slow, or cannot be read.
struct FeedMachineStoreTests {
  private struct BrokenStore: Error {}

  private let unreachable = HTTPError(.unreachable, "A test's.")

  @Test("what is stored is read on while the top is on its way")
  func storedMeanwhile() {
    var feed = FeedAtHand()
    feed.start()
    feed.giveStored(Array((81...100).reversed()), limit: 20)
    feed.send { $0.loadNext() }
    feed.giveStored(Array((61...80).reversed()), limit: 20)
    #expect(feed.ids == Array((61...100).reversed()) && feed.state.phase == .loadingFirst)
  }

  @Test("a store that cannot be read leaves the list to the server")
  func brokenStore() {
    var feed = FeedAtHand()
    feed.start()
    feed.failStored(BrokenStore())
    #expect(feed.state.phase == .loadingFirst)
    feed.giveWindow(of: Array(1...100))
    #expect(feed.state.phase == .idle && feed.ids.count == 20)
  }

  @Test("a store that is closed, as after a sign-out, does not make the list offline")
  func closedStore() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.failFetch(StoreError(.closed, "A test's."))
    #expect((feed.failure as? StoreError)?.code == .closed && feed.state.offline == nil)
  }

  @Test("without network and store the list fails with the network")
  func brokenBoth() {
    var feed = FeedAtHand()
    feed.start()
    feed.failFetch(unreachable)
    feed.failStored(BrokenStore())
    #expect((feed.failure as? HTTPError)?.code == .unreachable)
  }

  @Test("a store that cannot be read on ends what is stored once the server has not responded either")
  func brokenFurtherDown() {
    var feed = FeedAtHand()
    feed.start()
    feed.failFetch(unreachable)
    feed.giveStored(Array((1...20).reversed()), limit: 20)
    feed.send { $0.loadNext() }
    feed.failStored(BrokenStore())
    #expect(feed.state.phase == .loadingNext)
    feed.failFetch(unreachable)
    #expect(feed.state.phase == .endOfStored)
  }

  @Test("a list without a server fails with its store")
  func onlyBrokenStore() {
    var feed = FeedAtHand(hasServer: false)
    feed.start()
    feed.failStored(BrokenStore())
    #expect(feed.failure is BrokenStore)
  }
}
