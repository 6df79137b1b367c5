import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized) struct SchemaVersionTests {
  /// Makes a file look as if a newer version of the library had migrated it.
  private func age(_ url: URL) async throws {
    let queue = try DatabaseQueue(path: url.path)
    try await queue.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES('999: from the future')")
    }
    try queue.close()
  }

  @Test("copies of a newer version are made anew and say so")
  func cache() async throws {
    let folder = try await usedFolder()
    try await age(folder.url.appending(path: "cache.db"))
    let store = try MarketStore(folder: folder.url)
    #expect(try await store.newest(limit: 1).isEmpty)
    #expect(try await store.recentSearches().count == 50)
    let events = try await store.pastEvents()
    #expect(events.map(\.kind) == [.cacheRebuilt])
    #expect(events.first?.reason.contains("newer version") == true)
  }

  @Test("user data of a newer version is refused and stays as it is to the last byte")
  func user() async throws {
    let folder = try await usedFolder()
    let file = folder.url.appending(path: "user.db")
    try await age(file)
    let before = try Data(contentsOf: file)
    #expect { try MarketStore(folder: folder.url) } throws: { error in
      let error = error as? StoreError
      return error?.code == .newerSchema && error?.message.contains("update the app") == true
    }
    #expect(try Data(contentsOf: file) == before)
  }
}
