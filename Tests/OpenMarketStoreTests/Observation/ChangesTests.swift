import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized, .timeLimit(.minutes(5))) struct ChangesTests {
  @Test("a listener hears of what was added, changed and removed, and not of what stays the same")
  func hears() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1), .listed(2), .listed(3)], fetchedAt: noon)
    var changes = test.store.changes().makeAsyncIterator()
    try await test.store.save([.listed(1)], fetchedAt: noon + 5)
    try await test.store.save(
      [.listed(1), .listed(2, price: 1), .listed(4)], fetchedAt: noon, replacing: 2...4)
    #expect(await changes.next() == .products([2, 4], removed: [3]))
  }

  @Test("a write that fails is not heard of")
  func failureIsSilent() async throws {
    let test = try TestStore()
    var changes = test.store.changes().makeAsyncIterator()
    _ = try? await test.store.save([.listed(1), .listed(2, price: .nan)], fetchedAt: noon)
    try await test.store.save([.listed(3)], fetchedAt: noon)
    #expect(await changes.next() == .products([3], removed: []))
  }

  @Test("what a slow listener has not taken is merged into one change that tells the last state")
  func merges() async throws {
    let test = try TestStore()
    var changes = test.store.changes().makeAsyncIterator()
    try await test.store.save([.listed(1), .listed(2)], fetchedAt: noon)
    try await test.store.remove([1])
    try await test.store.save([.listed(3)], fetchedAt: noon)
    #expect(await changes.next() == .products([2, 3], removed: [1]))
  }

  @Test("more changes than can be told one by one are told as everything")
  func everything() async throws {
    let test = try TestStore()
    var changes = test.store.changes().makeAsyncIterator()
    for start in [1, 6001] as [Int64] {
      try await test.store.save((start..<start + 6000).map { .listed($0) }, fetchedAt: noon)
    }
    #expect(await changes.next() == .everything)
  }

  @Test("every listener hears, until it goes or the store is closed")
  func severalListeners() async throws {
    let test = try TestStore()
    var first = test.store.changes().makeAsyncIterator()
    var second = test.store.changes().makeAsyncIterator()
    try await test.store.save([.listed(1)], fetchedAt: noon)
    try test.store.close()
    #expect(await first.next() == .products([1], removed: []))
    #expect(await second.next() == .products([1], removed: []))
    #expect(await first.next() == nil)
    var late = test.store.changes().makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test("a listener whose task is cancelled ends")
  func cancelled() async throws {
    let test = try TestStore()
    let changes = test.store.changes()
    let listening = Task {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    listening.cancel()
    #expect(await listening.value == 0)
  }

  @Test("a store that empties a log which is empty already is not taken for another one's write")
  func emptyLog() async throws {
    let test = try TestStore()
    let other = try MarketStore(folder: test.folder.url)
    let connection = try await test.store.files.connection(to: test.store.files.user)
    try await other.recordSearch("desk", at: noon)
    #expect(try await connection.hasForeignWrites())
    await other.emptyLog()
    #expect(try await !connection.hasForeignWrites())
    try other.close()
  }
}
