import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized, .timeLimit(.minutes(5))) struct SeveralStoresTests {
  @Test("what another process writes is heard of and read")
  func hears() async throws {
    let test = try TestStore { $0.pollInterval = .milliseconds(5) }
    var changes = test.store.changes().makeAsyncIterator()
    let probe = try BuiltProgram("store-probe")
    #expect(try await probe.run(["save", test.folder.url.path, "10", "1"]).status == 0)
    // That the other one opened the user's file may be heard of first.
    while let change = await changes.next(), change != .everything {}
    #expect(try await test.store.newest(limit: 20).count == 10)
    #expect(try await probe.run(["record", test.folder.url.path, "desk"]).status == 0)
    while try await test.store.recentSearches().isEmpty { _ = await changes.next() }
    #expect(try await test.store.recentSearches().map(\.text) == ["desk"])
  }

  @Test("two processes and this one write at once, and nothing is lost")
  func writeAtOnce() async throws {
    let test = try TestStore()
    let (store, path) = (test.store, test.folder.url.path)
    let probe = try BuiltProgram("store-probe")
    async let first = probe.run(["save", path, "500", "1"])
    async let second = probe.run(["save", path, "500", "501"])
    for id in 1001...1100 as ClosedRange<Int64> { try await store.save([.listed(id)], fetchedAt: noon) }
    let outcomes = try await [first, second]
    #expect(outcomes.map(\.status) == [0, 0], "\(outcomes.map(\.output))")
    #expect(try await store.newest(limit: 2_000).ids == Array((1...1100).reversed()))
    #expect(try await store.check().isSound)
  }

  @Test("a store whose file another one has made anew goes on with the new file")
  func replaced() async throws {
    let test = try TestStore { $0.pollInterval = .milliseconds(5) }
    try await test.store.save([.listed(1)], fetchedAt: noon)
    var changes = test.store.changes().makeAsyncIterator()
    let other = try MarketStore(folder: test.folder.url)
    try await other.resetCache()
    try await other.save([.listed(2)], fetchedAt: noon)
    // That the other one opened the user's file may be heard of first.
    while let change = await changes.next(), change != .everything {
      if case .products = change { Issue.record("told of products in the old file: \(change)") }
    }
    #expect(try await test.store.newest(limit: 5).ids == [2])
    try await test.store.save([.listed(3)], fetchedAt: noon)
    #expect(try await other.newest(limit: 5).ids == [3, 2])
    // Neither takes the log of the other with it.
    try test.store.close()
    try await other.save([.listed(4)], fetchedAt: noon)
    let third = try MarketStore(folder: test.folder.url)
    #expect(try await third.newest(limit: 5).ids == [4, 3, 2])
    #expect(try await third.check().isSound)
  }

  @Test(
    "a statement that Apple's SQLite ends, since its file was deleted under it, begins anew in the new file")
  func deletedUnderStatement() async throws {
    let test = try TestStore()
    let (store, folder, calls) = (test.store, test.folder.url, Counter())
    try await store.save([.listed(1)], fetchedAt: noon)
    let count = try await store.access(store.files.cache) { connection in
      if calls.increment() == 1 {
        try MarketStore.deleteCopies(in: folder)
        throw DatabaseError(resultCode: ResultCode(rawValue: 6922), message: "disk I/O error")
      }
      return try await connection.read { try $0.count("product") }
    }
    #expect(count == 0 && calls.count == 2)
  }

  @Test("many stores open a new folder at once")
  func openAtOnce() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...8 as ClosedRange<Int64> {
        group.addTask {
          let store = try MarketStore(folder: folder.url)
          try await store.save([.listed(id)], fetchedAt: noon)
          try store.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await MarketStore(folder: folder.url).newest(limit: 20).count == 8)
  }

  @Test("reads beside a long write see nothing of it and then all of it")
  func readsBesideWrites() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    try await store.save((1...20_000).map { .listed($0, price: 5) }, fetchedAt: noon)
    func prices() async throws -> Set<Decimal> {
      Set(try await store.products([1, 10_000, 20_000]).map(\.product.price))
    }
    var seen = [try await prices()]
    let writing = Task {
      try await store.save((1...20_000).map { .listed($0, price: 6) }, fetchedAt: noon)
    }
    while seen.last != [6] { seen.append(try await prices()) }
    #expect(try await writing.value.changed.count == 20_000)
    #expect(seen.dropLast().allSatisfy { $0 == [5] })
  }
}
