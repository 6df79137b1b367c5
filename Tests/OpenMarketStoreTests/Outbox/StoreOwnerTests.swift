import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct StoreOwnerTests {
  private func open(_ folder: TemporaryFolder, for server: String?) throws -> MarketStore {
    var configuration = MarketStore.Configuration()
    configuration.server = server
    return try MarketStore(folder: folder.url, configuration: configuration)
  }

  @Test("the first server that a folder is opened for owns it; whoever names none opens it all the same")
  func server() throws {
    let folder = try TemporaryFolder()
    try open(folder, for: nil).close()
    try open(folder, for: "https://market.test").close()
    let error = #expect(throws: StoreError.self) { try open(folder, for: "https://other.test") }
    #expect(error?.code == .notPermitted)
    #expect(
      error?.message.contains("the data of https://market.test, not that of https://other.test") == true)
    #expect(error?.message.contains("use a folder for each server") == true)
    try open(folder, for: "https://market.test").close()
    try open(folder, for: nil).close()
    #expect(StoreReader(folder: folder.url) != nil)
    #expect(StoreReader(folder: folder.url, server: "https://market.test") != nil)
    #expect(StoreReader(folder: folder.url, server: "https://other.test") == nil)
  }

  @Test("a write into the queue notes the server that nothing has noted before, and is refused for another")
  func queue() async throws {
    let folder = try TemporaryFolder()
    let (first, other) = (try open(folder, for: "https://market.test"), try open(folder, for: nil))
    // As a full disk leaves it, which has no room for the note when the folder is opened.
    try await other.files.user.connection()?.pool.write { db in
      _ = try db.perform("DELETE FROM account WHERE key = 'server'")
    }
    let second = try open(folder, for: nil)
    let draft = NewListing(name: "desk", description: "as good as new", price: 1_000)
    _ = try await first.enqueue(draft, photos: [], key: "first", at: noon)
    let error = #expect(throws: StoreError.self) { try open(folder, for: "https://other.test") }
    #expect(error?.code == .notPermitted)
    _ = try await second.enqueue(draft, photos: [], key: "second", at: noon)
    try await other.files.user.connection()?.pool.write { db in
      try db.setAccountValue("https://other.test", for: "server")
    }
    let refused = await #expect(throws: StoreError.self) {
      _ = try await first.enqueue(draft, photos: [], key: "third", at: noon)
    }
    #expect(refused?.code == .notPermitted)
    for store in [first, other, second] { try store.close() }
  }

  @Test("damaged user data keeps its server")
  func rescued() async throws {
    let folder = try TemporaryFolder()
    let store = try open(folder, for: "https://market.test")
    try await store.saveDraft(ListingDraft(name: "desk"), as: "desk", at: noon)
    try store.close()
    let file = folder.url.appending(path: "user.db")
    var bytes = try Data(contentsOf: file)
    // The header, with the size of a page and the version of the format.
    bytes.replaceSubrange(17..<23, with: Data(repeating: 0xA5, count: 6))
    try bytes.write(to: file)
    let error = #expect(throws: StoreError.self) { try open(folder, for: "https://other.test") }
    #expect(error?.code == .notPermitted)
    let again = try open(folder, for: "https://market.test")
    #expect(try await again.drafts().map(\.id) == ["desk"])
    #expect(try await again.info().keptFiles.count == 1)
    try again.close()
  }
}
