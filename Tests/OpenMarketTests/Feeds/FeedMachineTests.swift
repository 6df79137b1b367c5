import Foundation
import OpenMarketHTTP
import Testing

@testable import OpenMarket

@Suite("Feed machine")
struct FeedMachineTests {
  let unreachable = HTTPError(.unreachable, "A test's.")

  // MARK: - The first page

  @Test("what is stored is displayed until the top is there, which then takes its place")
  func preview() throws {
    var feed = FeedAtHand()
    feed.start()
    feed.giveStored([90, 70, 50, 10], limit: 20)
    #expect(feed.ids == [90, 70, 50, 10] && feed.state.contiguousCount == 0)
    #expect(feed.state.phase == .loadingFirst)
    feed.giveWindow(of: Array(61...100))
    // 90 and 70 are contiguous now, 50 and 10 lie below what the server has shown.
    #expect(feed.ids == Array((81...100).reversed()) + [70, 50, 10])
    #expect(feed.state.contiguousCount == 20 && feed.state.phase == .idle)
  }

  @Test("without a network what is stored is the list, and its end is called so")
  func offline() throws {
    var feed = FeedAtHand()
    feed.start()
    feed.failFetch(unreachable)
    feed.giveStored(Array((1...20).reversed()), limit: 20)
    #expect(feed.state.phase == .idle && feed.state.offline != nil && feed.ids.count == 20)
    feed.send { $0.itemAppeared(1) }
    feed.giveStored([], limit: 20)
    feed.failFetch(unreachable)
    #expect(feed.state.phase == .endOfStored && feed.state.offline != nil)
  }

  @Test("a list that is offline asks the server again on request, and then goes on")
  func offlineAgain() throws {
    var feed = FeedAtHand()
    feed.start()
    feed.failFetch(unreachable)
    feed.giveStored(Array((1...10).reversed()), limit: 20)
    #expect(feed.state.phase == .endOfStored)
    feed.send { $0.retry() }
    #expect(feed.state.phase == .refreshing && feed.ids.count == 10)
    feed.failFetch(unreachable)
    #expect(feed.state.phase == .endOfStored && feed.state.offline != nil && feed.ids.count == 10)
    feed.send { $0.retry() }
    feed.giveWindow(of: Array(1...30))
    #expect(feed.ids == Array((1...30).reversed()))
    #expect(feed.state.phase == .idle && feed.state.offline == nil)
  }

  @Test("a page that the server did not give is asked for again at the end of what is stored")
  func nextAgain() throws {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.failFetch(unreachable)
    feed.giveStored([], limit: 20)
    #expect(feed.state.phase == .endOfStored)
    let count = feed.fetchCount
    feed.send { $0.retry() }
    #expect(feed.state.phase == .loadingNext && feed.fetchCount == count + 1)
  }

  @Test("with neither network nor store the first load fails, and can be repeated")
  func nothing() throws {
    var feed = FeedAtHand()
    feed.start()
    feed.giveStored([], limit: 20)
    feed.failFetch(unreachable)
    guard case .failed(let failure) = feed.state.phase else { return #expect(Bool(false)) }
    #expect(failure.attempt == .first)
    feed.send { $0.retry() }
    feed.giveWindow(of: [3, 2, 1])
    #expect(feed.ids == [3, 2, 1] && feed.state.phase == .endReached)
  }

  @Test("a refusal by the server is not hidden behind what is stored")
  func refused() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.failFetch(HTTPError(.unauthorized, "A test's."))
    guard case .failed(let failure) = feed.state.phase else { return #expect(Bool(false)) }
    #expect(failure.attempt == .next && feed.state.offline == nil && !feed.isReadingStore)
  }

  // MARK: - Reading on

  @Test("one fetch at a time, however often it is asked for")
  func oneFetch() {
    var feed = FeedAtHand(showing: Array(1...100))
    for _ in 0..<3 { feed.send { $0.loadNext() } }
    for id in feed.ids { feed.send { $0.itemAppeared(Product.ID(rawValue: id)) } }
    #expect(feed.fetchCount == 1 && feed.state.phase == .loadingNext)
  }

  @Test("a product among the last five makes the feed read on, others do not")
  func prefetch() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.itemAppeared(86) }
    #expect(feed.fetchCount == 0)
    feed.send { $0.itemAppeared(85) }
    #expect(feed.fetchCount == 1)
  }

  @Test(
    "a product at the end of what is stored, which appears once, makes the feed read on when the top is there"
  )
  func appearedEarly() {
    let stored = Array((81...100).reversed()).map(Int64.init)
    var feed = FeedAtHand()
    feed.start()
    feed.giveStored(stored, limit: 20)
    for id in feed.ids { feed.send { $0.itemAppeared(Product.ID(rawValue: id)) } }
    feed.giveWindow(of: Array(1...100))
    #expect(feed.ids == stored && feed.state.phase == .loadingNext && feed.fetchCount == 1)
    // Once.
    feed.giveWindow(of: Array(1...100))
    #expect(feed.ids.count > 30 && feed.state.phase == .idle)
    // The same without a network.
    var offline = FeedAtHand()
    offline.start()
    offline.giveStored(stored, limit: 20)
    offline.send { $0.itemAppeared(81) }
    offline.failFetch(unreachable)
    #expect(offline.state.phase == .loadingNext && offline.isReadingStore)
  }

  @Test("a product that is not at the end any more when the page is there does not")
  func appearedBefore() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.itemAppeared(85) }
    feed.send { $0.itemAppeared(81) }
    feed.giveWindow(of: Array(1...100))
    #expect(feed.ids.count > 30 && feed.state.phase == .idle && feed.fetchCount == 0)
  }

  @Test("a list scrolled offline keeps its place and gets what was missing in between")
  func reconnecting() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.failFetch(unreachable)
    feed.giveStored([79, 60, 40, 20], limit: 4)
    #expect(feed.state.contiguousCount == 20 && feed.ids.count == 24 && feed.state.phase == .endOfStored)
    feed.send { $0.loadNext() }
    feed.giveStored([], limit: 20)
    // 60 is gone meanwhile.
    feed.giveWindow(of: (1...100).filter { $0 != 60 })
    #expect(feed.state.offline == nil && feed.state.phase == .idle)
    let bottom = feed.ids[feed.state.contiguousCount - 1]
    #expect(feed.ids.prefix(feed.state.contiguousCount) == (bottom...100).reversed().filter { $0 != 60 }[...])
    #expect(feed.ids.dropFirst(feed.state.contiguousCount) == [40, 20].filter { $0 < bottom }[...])
  }

  @Test("the end that the server states drops stored products below it")
  func contiguousEnd() {
    var feed = FeedAtHand(showing: Array(70...100))
    feed.send { $0.loadNext() }
    feed.failFetch(unreachable)
    feed.giveStored([75, 5, 4], limit: 20)
    feed.send { $0.loadNext() }
    feed.giveWindow(of: Array(70...100))
    #expect(feed.ids == (70...100).reversed() && feed.state.phase == .endReached && feed.state.isContiguous)
  }

  @Test("a filter that lets few through makes the feed read on by itself")
  func filter() {
    var feed = FeedAtHand { $0.id.rawValue.isMultiple(of: 10) }
    feed.start()
    feed.giveStored([], limit: 20)
    feed.giveWindow(of: Array(1...200))
    #expect(feed.ids == [200, 190] && feed.state.phase == .loadingFirst && feed.fetchCount == 1)
    while feed.fetchCount > 0 { feed.giveWindow(of: Array(1...200)) }
    #expect(feed.ids.count >= 10 && feed.state.phase == .idle)
  }

  // MARK: - Refreshing

  @Test("a refresh stops reading on, and keeps what is displayed until the top is there")
  func refresh() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.send { $0.refresh() }
    #expect(feed.cancelCount == 1 && feed.fetchCount == 1)
    #expect(feed.state.phase == .refreshing && feed.ids.count == 20)
    feed.giveWindow(of: Array(1...103))
    #expect(feed.ids == (84...103).reversed())
    #expect(feed.state.phase == .idle && feed.state.newCount == 0)
  }

  @Test("a list that is old is read again, once, and keeps the reader's place below the new top")
  func revalidation() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.giveWindow(of: Array(1...100))
    let before = feed.ids
    feed.send { $0.revalidate { _ in false } }
    #expect(feed.fetchCount == 0 && feed.state.isContiguous)
    feed.send { $0.revalidate { _ in true } }
    feed.send { $0.revalidate { _ in true } }
    #expect(feed.fetchCount == 1 && feed.state.phase == .refreshing && feed.ids == before)
    // 95 is gone, two are new.
    let list = (Int64(1)...102).filter { $0 != 95 }
    feed.giveWindow(of: list)
    #expect(feed.ids == (before.min().map { $0...102 } ?? 1...1).reversed().filter { $0 != 95 })
    #expect(feed.state.contiguousCount == 20 && feed.state.phase == .idle && feed.fetchCount == 0)
    feed.send { $0.loadNext() }
    while feed.fetchCount > 0 { feed.giveWindow(of: list) }
    #expect(feed.state.isContiguous && feed.ids == list.suffix(feed.ids.count).reversed())
  }

  @Test("an old list that cannot be read stays, and goes on as from the store")
  func failedRevalidation() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.revalidate { _ in true } }
    feed.failFetch(unreachable)
    #expect(feed.ids.count == 20 && feed.state.phase == .endOfStored && feed.state.offline != nil)
    // The network is back: due whatever its age.
    feed.send { $0.revalidate { _ in false } }
    feed.failFetch(unreachable)
    feed.send { $0.loadNext() }
    feed.giveStored([80, 79], limit: 20)
    feed.giveWindow(of: Array(1...100))
    #expect(feed.ids == (79...100).reversed() && feed.state.contiguousCount == 20)
  }

  @Test("an old list whose next page is being read is read again after that page")
  func revalidationLater() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.send { $0.revalidate { _ in true } }
    #expect(feed.fetchCount == 1 && feed.cancelCount == 0 && feed.state.phase == .loadingNext)
    feed.giveWindow(of: Array(1...100))
    #expect(feed.fetchCount == 1 && feed.state.phase == .refreshing && feed.ids.count > 20)
    feed.giveWindow(of: Array(1...100))
    #expect(feed.fetchCount == 0 && feed.state.phase == .idle && feed.ids.count > 20)
  }

  @Test("a pull during that begins the list anew all the same")
  func pullDuringRevalidation() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.giveWindow(of: Array(1...100))
    feed.send { $0.revalidate { _ in true } }
    feed.send { $0.refresh() }
    #expect(feed.fetchCount == 1)
    feed.giveWindow(of: Array(1...100))
    #expect(feed.ids == (81...100).reversed() && feed.state.isContiguous)
  }

  @Test("a refresh that fails leaves the list as it was")
  func failedRefresh() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.refresh() }
    feed.failFetch(unreachable)
    guard case .failed(let failure) = feed.state.phase else { return #expect(Bool(false)) }
    #expect(failure.attempt == .refresh && feed.ids.count == 20 && feed.state.contiguousCount == 20)
  }

  @Test("scrolling goes on after a refresh that failed, and does not repeat a next page that failed")
  func scrollsAfterFailure() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.refresh() }
    feed.failFetch(unreachable)
    feed.send { $0.itemAppeared(81) }
    #expect(feed.state.phase == .loadingNext && feed.fetchCount == 1)
    feed.failFetch(HTTPError(.invalidResponse, "A test's."))
    feed.send { $0.itemAppeared(81) }
    #expect(feed.failure != nil && feed.fetchCount == 0)
  }

  @Test("what came in above is counted, not pushed under the reader's thumb")
  func newAbove() {
    var feed = FeedAtHand(showing: Array(1...100), pageSize: 10)
    feed.send { $0.loadNext() }
    feed.giveWindow(of: Array(1...103))
    #expect(feed.ids.first == 100 && feed.state.newCount == 3)
  }

  // MARK: - Changes

  @Test("a window takes away what it proves to be gone, and changes what has changed")
  func correction() {
    var feed = FeedAtHand(showing: Array(1...100), pageSize: 10)
    feed.send { $0.loadNext() }
    feed.giveWindow(of: (1...100).filter { $0 != 95 }, name: "New")
    #expect(!feed.ids.contains(95) && feed.state.isContiguous)
    #expect(feed.state.items.first?.name == "New")
  }

  @Test("a product deleted here while a window is on its way does not come back with it")
  func tombstone() {
    var feed = FeedAtHand(showing: Array(1...100))
    feed.send { $0.loadNext() }
    feed.send { $0.changed([], removed: [85, 75]) }
    #expect(!feed.ids.contains(85))
    feed.giveWindow(of: Array(1...100))
    #expect(!feed.ids.contains(85) && !feed.ids.contains(75) && feed.ids.contains(74))
    #expect(feed.state.newCount == 0)
  }

  @Test("a product changed here while a window is on its way keeps the change")
  func freshChange() {
    var feed = FeedAtHand(showing: Array(1...100), pageSize: 10)
    feed.send { $0.loadNext() }
    feed.send { $0.changed([95], removed: []) }
    feed.send { $0.reread([.sample(95, name: "Mine")]) }
    feed.giveWindow(of: Array(1...100), name: "Theirs")
    #expect(feed.state.items.first { $0.id == 95 }?.name == "Mine")
    #expect(feed.state.items.first { $0.id == 94 }?.name == "Theirs")
  }

  @Test("a product changed here while the store is being read is read again")
  func changedWhileReading() {
    var feed = FeedAtHand()
    feed.start()
    feed.send { $0.changed([95], removed: []) }
    feed.giveStored(Array(90...100), limit: 20)
    #expect(feed.rereads == [95])
  }

  @Test("a changed product that the filter refuses leaves")
  func filteredOut() {
    var feed = FeedAtHand(showing: Array(1...100)) { $0.stock > 0 }
    feed.send { $0.reread([.sample(95, stock: 0), .sample(94, name: "Cheap")]) }
    #expect(!feed.ids.contains(95) && feed.ids.count == 19 && feed.state.isContiguous)
    #expect(feed.state.items.first { $0.id == 94 }?.name == "Cheap")
  }

  @Test("a server that sorts otherwise is followed in its own order")
  func otherOrder() {
    let list = (1...100).map { Int64(($0 * 37) % 101) }
    var feed = FeedAtHand()
    feed.start()
    while feed.state.phase != .endReached {
      if feed.fetchCount == 0 { feed.send { $0.loadNext() } }
      feed.giveWindow(inOrder: list)
    }
    #expect(feed.ids == list)
  }

  @Test("a list that turns out not to descend while it is read is read again in its own order")
  func laterDisorder() {
    let list = Array((60...100).reversed()) + [7, 9, 8, 3, 5].map(Int64.init)
    var feed = FeedAtHand()
    feed.start()
    for _ in 0..<20 where feed.state.phase != .endReached {
      if feed.fetchCount == 0 { feed.send { $0.loadNext() } }
      feed.giveWindow(inOrder: list)
    }
    #expect(feed.ids == list && feed.state.phase == .endReached)
  }
}

extension FeedMachineTests {
  @Test("a long list is packed but for its end, and stays what the windows have shown")
  func packing() throws {
    var feed = FeedAtHand(showing: Array(1...1_000))
    while feed.ids.count < 900 {
      feed.send { $0.loadNext() }
      feed.giveWindow(of: Array(1...1_000))
    }
    #expect(feed.ids == Array((1_001 - Int64(feed.ids.count)...1_000).reversed()))
    let packed = feed.state.items.prefix { $0.isPacked }.count
    #expect(packed >= 500 && feed.state.items[packed...].allSatisfy { !$0.isPacked })
    #expect((200..<320) ~= feed.state.items.count - packed)
    feed.send { $0.reread([.sample(990, name: "책상")]) }
    #expect(feed.state.items[10].name == "책상" && feed.state.items[11] == .sample(989))
    feed.send { $0.changed([], removed: [991, 500, 7]) }
    let top = feed.ids.prefix(11)
    #expect(top == [1_000, 999, 998, 997, 996, 995, 994, 993, 992, 990, 989] && !feed.ids.contains(500))
    #expect(feed.state.contiguousCount == feed.ids.count)
    feed.send { $0.refresh() }
    feed.giveWindow(of: Array(1...1_000))
    #expect(feed.ids.count == 20 && feed.state.items.allSatisfy { !$0.isPacked })
  }
}
