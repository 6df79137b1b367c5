import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite struct FormDamageTests {
  @Test(
    "drafts of a damaged file are rescued with their order and their photos, also from those before and after"
  )
  func rescued() async throws {
    let folder = try TemporaryFolder()
    var store = try MarketStore(folder: folder.url)
    let photo = try await store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    for number in 1...50 {
      let text = String(repeating: "long ", count: 200)
      try await store.saveDraft(ListingDraft(name: text, photos: [photo]), as: "\(number)", at: .now)
    }
    try store.close()
    let file = folder.url.appending(path: "user.db")
    let page = try await DatabaseQueue(path: file.path).read { db in
      try Int.fetchOne(
        db, sql: "SELECT pageno FROM dbstat WHERE name = 'form' AND pagetype = 'leaf' LIMIT 1 OFFSET 5")
    }
    var bytes = try Data(contentsOf: file)
    let offset = (try #require(page) - 1) * 4096
    bytes.replaceSubrange(offset..<offset + 4096, with: Data(count: 4096))
    try bytes.write(to: file)
    // As after a crash: the file is checked.
    try Data([1]).write(to: folder.url.appending(path: "store.used"))

    store = try MarketStore(folder: folder.url)
    let keys = try await store.drafts().map(\.id)
    #expect(keys.first == "50" && keys.last == "1" && (40...49).contains(keys.count))
    #expect(keys == keys.sorted { Int($0) ?? 0 > Int($1) ?? 0 })
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(try await store.photo(photo) == Data([1, 2, 3]))
    try await store.saveDraft(ListingDraft(), as: "new", at: .now)
    #expect(try await store.drafts(limit: 1).map(\.id) == ["new"])
    try store.close()
  }

  @Test(
    "a list of drafts is read without those that have stayed the same since the last time, and without those behind it"
  )
  func readsAgain() async throws {
    let test = try TestStore()
    let store = test.store
    for number in 1...5 {
      try await store.saveDraft(ListingDraft(name: "책상"), as: "\(number)", at: noon)
    }
    #expect(try await store.drafts().map(\.id) == ["5", "4", "3", "2", "1"])
    // What cannot be read is left out, if it is read.
    try await store.writeUser { try $0.execute(sql: "UPDATE form SET payload = '?'") }
    try await store.saveDraft(ListingDraft(name: "의자"), as: "3", at: noon)
    let drafts = try await store.drafts()
    #expect(drafts.map(\.id) == ["3", "5", "4", "2", "1"])
    #expect(drafts.map(\.draft.name) == ["의자", "책상", "책상", "책상", "책상"])
    try await store.deleteDraft("5")
    #expect(try await store.drafts(limit: 2).map(\.id) == ["3", "4"])
    #expect(try await store.drafts().map(\.id) == ["3", "4"])
    try await store.writeUser {
      try $0.execute(sql: "UPDATE form SET saved_at = saved_at + 1 WHERE key = '4'")
    }
    #expect(try await store.drafts().map(\.id) == ["3"], "a row of another moment is another draft")
    #expect(try await store.drafts(limit: 0).isEmpty)
  }

  @Test("unusable names and endless texts are refused", arguments: ["", String(repeating: "가", count: 70)])
  func refuses(key: String) async throws {
    let folder = try TemporaryFolder()
    let store = try MarketStore(folder: folder.url)
    let error = await #expect(throws: StoreError.self) {
      try await store.saveDraft(ListingDraft(), as: key, at: .now)
    }
    #expect(error?.code == .invalidInput)
    try store.close()
  }
}
