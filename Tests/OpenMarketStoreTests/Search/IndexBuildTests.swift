import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Search indexes that are made anew, and those of other versions of the library.
@Suite(.serialized, .timeLimit(.minutes(5))) struct IndexBuildTests {
  private func find(_ text: String, in store: MarketStore) async throws -> [Int64] {
    var query = SearchQuery(text, sort: .newest, limit: 200)
    query.correctsEmptyResults = false
    return try await store.search(query).hits.map(\.stored).ids
  }

  private func setVersion(_ version: Int64, in store: MarketStore) async throws {
    try await store.writeCache { _ = try $0.setMetaValue(version, for: "norm_version") }
  }

  private func version(in store: MarketStore) async throws -> Int64? {
    try await store.readCache { try $0.metaValue("norm_version") }
  }

  /// The newest product that is not in the index after the files were opened, without the work in the background, and `then`.
  private func lastUnindexed(
    _ folder: TemporaryFolder, then: @Sendable (Database) throws -> Void = { _ in }
  ) throws -> Int64? {
    let files = try StoreFiles(folder.url, events: MarketEvents(), date: { noon })
    let last = try files.cache.connection()?.pool.write { db in
      try then(db)
      return try IndexVersion.lastUnindexed(in: db)
    }
    try files.close(inGoodOrder: true)
    return last ?? nil
  }

  @Test(
    "a large store does not wait for its index: it has the newest products first, and goes on where it was ended"
  )
  func inSteps() async throws {
    let folder = try TemporaryFolder()
    var configuration = MarketStore.Configuration()
    // By today's date a trim in the background would remove them.
    configuration.time.date = { noon + 60 }
    let old = try MarketStore(folder: folder.url, configuration: configuration)
    let count = Int64(IndexBuild.stepAtOpening + 1_500)
    try await old.save(
      (1...count).map { .listed($0, name: $0 == 7 ? "책상" : $0 == count ? "침대" : "의자") }, fetchedAt: noon)
    try await old.updateSuggestions()
    try await setVersion(IndexVersion.current - 1, in: old)
    try old.close()
    for _ in 1...2 { #expect(try lastUnindexed(folder) == 1_500, "no opening begins anew") }
    let next = try lastUnindexed(folder) { try IndexBuild.advance(limit: 1_000, in: $0) }
    #expect(try next == 500 && lastUnindexed(folder) == 500)
    #expect(StoreReader(folder: folder.url) == nil, "it is not complete")
    let new = try MarketStore(folder: folder.url, configuration: configuration)
    #expect(try await find("침대", in: new) == [count])
    await new.finishCheck()
    #expect(try await find("책상", in: new) == [7])
    try await new.updateSuggestions()
    #expect(try await new.suggestions(for: "의").first?.productCount == Int(count - 2))
    try new.close()
    #expect(StoreReader(folder: folder.url) != nil)
  }

  @Test("the background makes the rest of an index, and listeners hear of it")
  func inBackground() async throws {
    let test = try await TestStore.listing((1...9).map { "의자 \($0)번" })
    defer { withExtendedLifetime(test) {} }
    let store = test.store
    await store.suggestionUpkeep.finished()
    store.suggestionUpkeep.pause()
    try await store.writeCache { try IndexBuild.begin(in: $0) }
    #expect(try await find("의자", in: store).isEmpty)
    var changes = store.changes().makeAsyncIterator()
    store.suggestionUpkeep.resume()
    store.suggestionUpkeep.wake()
    while let change = await changes.next(), change != .everything {}
    #expect(try await find("의자", in: store).count == 9)
  }

  @Test("writes beside an index that is being made are in it once, whatever has come of the products")
  func writesMeanwhile() async throws {
    let test = try await TestStore.listing((1...10).map { "의자 \($0)번" })
    defer { withExtendedLifetime(test) {} }
    let store = test.store
    await store.suggestionUpkeep.finished()
    store.suggestionUpkeep.pause()
    try await store.writeCache { db in
      try IndexBuild.begin(in: db)
      try IndexBuild.advance(limit: 4, in: db)
    }
    #expect(try await find("의자", in: store) == [10, 9, 8, 7])
    try await store.save(
      [.listed(0, name: "의자 0번"), .listed(3, name: "책상"), .listed(8, name: "책상"), .listed(11, name: "의자")],
      fetchedAt: noon)
    try await store.remove([2, 9])
    #expect(try await find("의자", in: store) == [11, 10, 7])
    #expect(try await find("책상", in: store) == [8])
    try await store.updateSuggestions()
    #expect(try await find("의자", in: store) == [11, 10, 7, 6, 5, 4, 1, 0])
    #expect(try await find("책상", in: store) == [8, 3])
    #expect(try await store.suggestions(for: "의자").first?.productCount == 8)
    #expect(try await store.suggestions(for: "책").first?.productCount == 2)
    for left in [10, 0] {
      let entries = try await store.readCache { db in
        try db.rows("SELECT rowid FROM product_fts WHERE product_fts MATCH '의 OR 책'") { $0.int64(0) }
      }
      #expect(entries.count == left)
      try await store.remove((0...11).map { Product.ID(rawValue: $0) })
    }
  }

  @Test("an index of a later version stays, also when products are saved; that version then makes it anew")
  func laterVersion() async throws {
    let test = try await TestStore.listing(["의자"])
    defer { withExtendedLifetime(test) {} }
    let later = IndexVersion.current + 1
    try await setVersion(later, in: test.store)
    try test.store.close()
    var store = try MarketStore(folder: test.folder.url)
    #expect(try await version(in: store) == later)
    #expect(StoreReader(folder: test.folder.url) != nil)
    _ = try await store.product(1)
    try await store.updateSuggestions()
    #expect(try await version(in: store) == later, "nothing was written")
    try await store.save([.listed(2, name: "책상")], fetchedAt: noon)
    // That version may have had fewer tokens, which FTS5 takes for damage.
    try await store.writeCache {
      try $0.execute(sql: "INSERT INTO product_fts(product_fts) VALUES ('delete-all')")
    }
    try await store.save([.listed(1, name: "의자"), .listed(2, name: "큰 책상")], fetchedAt: noon)
    try await store.remove([1])
    #expect(try await find("책상", in: store) == [2])
    for _ in 1...2 {
      #expect(try await version(in: store) == -later, "which that version knows for another one")
      try store.close()
      store = try MarketStore(folder: test.folder.url)
    }
    // As that version finds its own.
    try await store.writeCache { db in
      try db.setMetaValue(-IndexVersion.current, for: "norm_version")
      try db.execute(sql: "INSERT INTO product_fts(rowid, g) VALUES (2, 'ghost')")
    }
    try store.close()
    store = try MarketStore(folder: test.folder.url)
    #expect(try await version(in: store) == IndexVersion.current)
    #expect(try await find("ghost", in: store).isEmpty)
    #expect(try await find("책상", in: store) == [2])
  }

  @Test(
    "of an index of a later version, tables that are others are neither read nor written, and stay",
    arguments: [
      "DROP TABLE product_fts; DROP TABLE product_term; DROP TABLE product_term_recent",
      """
      DROP TABLE product_fts; CREATE VIRTUAL TABLE product_fts USING fts5(name, rest, tokenize='unicode61');
      DROP TABLE product_term; CREATE TABLE product_term(field, token)
      """,
      "ALTER TABLE suggestion RENAME COLUMN text TO name; DROP TABLE suggestion_key; DROP TABLE spelling",
    ])
  func otherTables(change: String) async throws {
    let test = try await TestStore.listing(["의자", "침대"])
    defer { withExtendedLifetime(test) {} }
    await test.store.suggestionUpkeep.finished()
    let later = IndexVersion.current + 1
    try await test.store.writeCache { db in
      try db.setMetaValue(later, for: "norm_version")
      try db.execute(sql: change)
    }
    try test.store.close()
    let store = try MarketStore(folder: test.folder.url)
    let tables = try await store.readCache {
      try $0.rows("SELECT sql FROM sqlite_schema") { $0.optionalText(0) }
    }
    let (reader, isFound) = (try #require(StoreReader(folder: test.folder.url)), !change.contains("product"))
    #expect(try await find("의자", in: store) == (isFound ? [1] : []))
    #expect(try reader.search(SearchQuery("의자")).hits.map(\.stored).ids == (isFound ? [1] : []))
    // A completion, the other keyboard layout, a typing error, and words of several names.
    for text in ["ㅇㅈ", "dmlwk", "의쟈", "의자 침대"] { _ = try await store.search(SearchQuery(text)) }
    #expect(try await store.suggestions(for: "의").isEmpty == isFound)
    #expect(try await store.newest(limit: 5, filter: ProductFilter(vendorID: 7)).ids == [2, 1])
    #expect(try await store.productCount(ProductFilter(vendorID: 7)) == 2)
    #expect(try await store.check().faults == [])
    #expect(try await store.info().productCount == 2)
    #expect(try await version(in: store) == later, "nothing was written")
    try await store.save([.listed(1, name: "침대"), .listed(3, name: "책상")], fetchedAt: noon)
    try await store.remove([1])
    try await store.updateSuggestions()
    try await store.trim(to: 0)
    #expect(try await store.newest(limit: 5).isEmpty)
    #expect(try await version(in: store) == -later)
    #expect(
      try await store.readCache { try $0.rows("SELECT sql FROM sqlite_schema") { $0.optionalText(0) } }
        == tables)
  }

  @Test("an index that an earlier version has made, or written to, meanwhile is made anew by the next write")
  func earlierVersionMeanwhile() async throws {
    for version in [IndexVersion.current - 1, -IndexVersion.current] {
      let test = try await TestStore.listing(["의자"])
      await test.store.suggestionUpkeep.finished()
      try await test.store.writeCache { db in
        try db.setMetaValue(version, for: "norm_version")
        try db.execute(sql: "INSERT INTO product_fts(rowid, g) VALUES (1, 'ghost')")
      }
      try await test.store.save([.listed(2, name: "책상")], fetchedAt: noon)
      try await test.store.updateSuggestions()
      #expect(try await find("의자", in: test.store) == [1])
      #expect(try await find("책상", in: test.store) == [2])
      #expect(try await find("ghost", in: test.store).isEmpty)
      #expect(try await test.store.suggestions(for: "책").map(\.text) == ["책상"])
    }
  }
}
