import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.timeLimit(.minutes(5))) struct StoreReaderTests {
  private func filled() async throws -> TestStore {
    let test = try TestStore()
    try await test.store.save(
      (1...30).map { .listed($0, name: "의자 \($0)", vendor: Vendor.ID(rawValue: 7 + $0 % 2)) }, fetchedAt: noon
    )
    try await test.store.save([.detailed(40)], completeness: .detailed, fetchedAt: noon)
    try await test.store.updateSuggestions()
    return test
  }

  @Test("a reader responses as the store does")
  func responses() async throws {
    let test = try await filled()
    let reader = try #require(StoreReader(folder: test.folder.url))
    let filter = ProductFilter(vendorID: 8)
    #expect(try reader.newest(limit: 5) == (try await test.store.newest(limit: 5)))
    let next = try await test.store.newest(before: 20, limit: 5, filter: filter)
    #expect(try reader.newest(before: 20, limit: 5, filter: filter) == next && next.count == 5)
    #expect(try reader.productCount() == 31 && reader.productCount(filter) == 15)
    #expect(try reader.product(40) == (try await test.store.product(40)))
    #expect(try reader.product(99) == nil)
    let query = SearchQuery("의자")
    #expect(try reader.search(query).hits == (try await test.store.search(query)).hits)
    #expect(try reader.search(query).hits.count == 20)
    let suggestions = try await test.store.suggestions(for: "ㅇㅈ")
    #expect(try reader.suggestions(for: "ㅇㅈ") == suggestions && !suggestions.isEmpty)
  }

  @Test("what others commit shows from one call to the next, also when they are gone")
  func othersWrites() async throws {
    let test = try await filled()
    let reader = try #require(StoreReader(folder: test.folder.url))
    try await test.store.save([.listed(50)], fetchedAt: noon)
    #expect(try reader.newest(limit: 1).ids == [50])
    try test.store.close()
    #expect(try reader.newest(limit: 1).ids == [50])
    #expect(try #require(StoreReader(folder: test.folder.url)).newest(limit: 1).ids == [50])
  }

  @Test("reading leaves every byte of the folder as it is")
  func writesNothing() async throws {
    let test = try await filled()
    try test.store.close()
    func files() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: test.folder.url.path)
      return Dictionary(
        uniqueKeysWithValues: try names.filter { !$0.hasSuffix("-shm") }.map {
          ($0, try Data(contentsOf: test.folder.url.appending(path: $0)))
        })
    }
    let before = try files()
    do {
      let reader = try #require(StoreReader(folder: test.folder.url))
      _ = try reader.search(SearchQuery("의자"))
    }
    #expect(try files() == before)
  }

  @Test(
    "there is no reader where a store has something to do first",
    arguments: ["nothing", "tables", "index", "damage"])
  func nothingToRead(reason: String) async throws {
    let test = try await filled()
    try test.store.close()
    let file = test.folder.url.appending(path: "cache.db")
    switch reason {
    case "nothing": try FileManager.default.removeItem(at: file)
    case "damage":
      // A log that is still there would stand in for the first pages.
      for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
      try Data(repeating: 7, count: 8192).write(to: file)
    default:
      let queue = try DatabaseQueue(path: file.path)
      try await queue.write { db in
        try db.execute(
          sql: reason == "tables"
            ? "INSERT INTO grdb_migrations VALUES ('99: from the future')"
            : "UPDATE meta SET value = 0 WHERE key = 'norm_version'")
      }
      try queue.close()
    }
    #expect(StoreReader(folder: test.folder.url) == nil)
  }

  @Test("there is no reader beside user data of an earlier version, whose queue it could not read")
  func earlierUserData() async throws {
    let test = try await filled()
    try test.store.close()
    let queue = try DatabaseQueue(path: test.folder.url.appending(path: "user.db").path)
    try await queue.write { db in
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '4:%'")
    }
    try queue.close()
    #expect(StoreReader(folder: test.folder.url) == nil)
  }

  @Test("a store that was left open is checked before it is read, unless somebody has it open")
  func owedCheck() async throws {
    let test = try await filled()
    try test.store.close()
    let mark = test.folder.url.appending(path: "store.used")
    #expect(try Data(contentsOf: mark).isEmpty)
    try Data("x".utf8).write(to: mark)
    #expect(StoreReader(folder: test.folder.url) == nil)
    let store = try MarketStore(folder: test.folder.url)
    #expect(StoreReader(folder: test.folder.url) != nil)
    await store.finishCheck()
    try store.close()
    #expect(try Data(contentsOf: mark).isEmpty)
    #expect(StoreReader(folder: test.folder.url) != nil)
  }

  @Test("what cannot be asked is refused as the store refuses it")
  func refused() async throws {
    let test = try await filled()
    let reader = try #require(StoreReader(folder: test.folder.url))
    func code(_ body: () throws -> Void) -> StoreError.Code? {
      do { try body() } catch { return (error as? StoreError)?.code }
      return nil
    }
    #expect(code { _ = try reader.newest(limit: 0) } == .invalidInput)
    #expect(code { _ = try reader.search(SearchQuery("a", limit: 201)) } == .invalidInput)
    #expect(code { _ = try reader.suggestions(for: "a", limit: 51) } == .invalidInput)
  }
}
