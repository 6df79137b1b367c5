import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

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
