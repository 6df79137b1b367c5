import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// What becomes of unsent writes when the file is old, new or damaged.
@Suite(.serialized) struct OutboxFileTests {
  private let draft = NewListing(name: "chair", description: "as good as new", price: 1_000)

  @Test("a file of the version before the outbox is brought up to date and keeps its rows")
  func migration() async throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.url.appending(path: "user.db").path)
    try await queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES('1: recent searches');
          CREATE TABLE recent_search(
            number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL,
            used_at INTEGER NOT NULL, uses INTEGER NOT NULL
          );
          INSERT INTO recent_search VALUES(1, '의자', '의자', 1700000000000, 3);
          """)
    }
    try queue.close()
    let store = try MarketStore(folder: folder.url)
    #expect(try await store.recentSearches().map(\.text) == ["의자"])
    #expect(try await store.enqueue(draft, photos: [], key: "k", at: noon).productID == -1)
    try store.close()
  }

  @Test(
    "a file of a newer version is refused with its unsent writes in it, and opens again when the app is newer"
  )
  func newer() async throws {
    let folder = try TemporaryFolder()
    var store = try MarketStore(folder: folder.url)
    _ = try await store.enqueue(draft, photos: [], key: "k", at: noon)
    try store.close()
    let queue = try DatabaseQueue(path: folder.url.appending(path: "user.db").path)
    try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES('99: from the future')") }
    #expect { try MarketStore(folder: folder.url) } throws: { ($0 as? StoreError)?.code == .newerSchema }
    try await queue.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '99%'") }
    try queue.close()
    store = try MarketStore(folder: folder.url)
    #expect(try await store.submissions().map(\.idempotencyKey) == ["k"])
    try store.close()
  }

  @Test("of a damaged file the unsent writes that can be read are rescued, with photos, and numbers go on")
  func rescue() async throws {
    let folder = try TemporaryFolder()
    var store = try MarketStore(folder: folder.url)
    let photo = try await store.storePhoto(Data([0xFF, 0xD8, 0xFF]), fileName: "a.jpg")
    for number in 1...200 {
      _ = try await store.enqueue(draft, photos: [photo], key: "key \(number)", at: noon)
    }
    let last = try await store.enqueue(draft, photos: [], key: "last", at: noon)
    try await store.cancelSubmission(last.id, at: noon)
    try await store.forgetSubmissions(
      finishedBefore: noon + 1, discardRetention: .zero, at: noon, uptime: .test)
    try store.close()

    let url = folder.url.appending(path: "user.db")
    let page = try await DatabaseQueue(path: url.path).read { db in
      try Int.fetchOne(
        db, sql: "SELECT pageno FROM dbstat WHERE name = 'submission' AND pagetype = 'leaf' LIMIT 1 OFFSET 5")
    }
    var bytes = try Data(contentsOf: url)
    let offset = (try #require(page) - 1) * 4096
    bytes.replaceSubrange(offset..<offset + 4096, with: Data(count: 4096))
    try bytes.write(to: url)
    try Data([1]).write(to: folder.url.appending(path: "store.used"))

    store = try MarketStore(folder: folder.url)
    let kept = try await store.submissions()
    #expect((170..<200).contains(kept.count), "\(kept.count)")
    #expect(kept.first?.idempotencyKey == "key 1" && kept.last?.idempotencyKey == "key 200")
    #expect(kept.allSatisfy { $0.write == .create(draft, photos: [photo]) })
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(try await store.photo(photo).count == 3)
    #expect(try await store.enqueue(draft, photos: [], key: "new", at: noon).id > last.id)
    try store.close()
  }

  @Test("to discard what is unsent removes the damaged files that have its texts, and nobody else's")
  func discardsKeptFiles() async throws {
    let test = try TestStore()
    let own = ["", "-wal", "-shm"].map { "user.db.corrupt-1700000000000\($0)" }
    for name in own + ["user.db.corrupt-notes"] {
      try Data("chair".utf8).write(to: test.folder.url.appending(path: name))
    }
    try await test.store.discardUnsent()
    let names = try FileManager.default.contentsOfDirectory(atPath: test.folder.url.path)
    #expect(names.filter { $0.hasPrefix("user.db.corrupt-") } == ["user.db.corrupt-notes"])
  }

  @Test("a sign-out refuses what has a text of the user, and takes it again when it fails")
  func refuses() async throws {
    let test = try TestStore()
    let store = test.store
    let page = ProductPage(page: 1, size: 20, products: [.listed(1)], totalCount: 1)
    let id = try await store.enqueue(draft, photos: [], key: "1", at: noon).id
    let writes: [@Sendable () async throws -> Void] = [
      { [draft] in _ = try await store.enqueue(draft, photos: [], key: "2", at: noon) },
      { try await store.cancelSubmission(id, at: noon) },
      { try await store.saveDraft(ListingDraft(name: "desk"), as: "a", at: noon) },
      { try await store.recordSearch("desk", at: noon) },
      { _ = try await store.storePhoto(Data([1]), fileName: "a.jpg") },
      { try await store.save(page, as: .products(matching: "desk", size: 20), fetchedAt: noon) },
    ]
    // One that ends leaves the other's refusal as it is.
    for kind in [WriteKind.other, .submission, .other] { try await store.refuse(kind) }
    store.endRefusing(.other)
    for write in writes {
      let error = await #expect(throws: StoreError.self) { try await write() }
      #expect(error?.code == .closed)
    }
    try await store.save([.listed(2)], fetchedAt: noon)
    #expect(try await store.submissions().map(\.id) == [id])
    #expect(try await store.newest(limit: 9).ids == [2])
    store.endRefusing(.other)
    for write in writes.prefix(2) {
      let error = await #expect(throws: StoreError.self) { try await write() }
      #expect(error?.code == .closed)
    }
    for write in writes.dropFirst(2) { try await write() }
    store.endRefusing(.submission)
    for write in writes { try await write() }
    #expect(try await store.drafts().map(\.id) == ["a"])
  }
}
