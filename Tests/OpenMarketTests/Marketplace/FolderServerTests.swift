import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("A folder and its server", .timeLimit(.minutes(5)))
struct FolderServerTests {
  private func open(_ server: String, in test: TestMarket, formerly: String? = nil) throws -> Marketplace {
    let server = try #require(URL(string: server))
    return try Marketplace(server: server, folder: test.folder.url) {
      $0.formerServer = formerly.flatMap { URL(string: $0) }
      $0.transport = MockTransport(test.mock)
      $0.credentials = try VendorCredentials(
        identifier: MarketplaceMock.Vendor.sample.identifier, secret: MarketplaceMock.Vendor.sample.secret)
    }
  }

  private func expectRefusal(_ server: String, in test: TestMarket) throws {
    let error = #expect(throws: StoreError.self) { _ = try open(server, in: test) }
    #expect(error?.code == .notPermitted, "\(server)")
    #expect(error?.message.contains("the data of http://market.test, not that of \(server)") == true)
  }

  @Test(
    "a folder with a queue opens for no other server, and nothing is sent there",
    arguments: [
      "https://market.test", "http://market.test:8080", "http://market.test/v2", "http://other.test",
    ])
  func queue(server: String) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.network = .down
    try await market.sell(.chair, photos: [.pixel])
    try await market.close()
    try expectRefusal(server, in: test)
    #expect(test.mock.ledger.isEmpty)
    let back = try open("HTTP://Market.Test:80/", in: test)
    try await back.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await back.close()
  }

  @Test(
    "what was queued for the former address of a server is sent to its new one, and the folder is the new one's"
  )
  func movedServer() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    test.network = .down
    try await market.sell(.chair, photos: [.pixel])
    try await market.close()
    let moved = try open("https://market.test", in: test, formerly: "http://market.test/")
    try await moved.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await moved.close()
    try await open("https://market.test", in: test).close()
    #expect(throws: StoreError.self) { _ = try open("http://market.test", in: test) }
  }

  @Test("a folder moves to the name of the new address, unless there is one by that name")
  func movedFolder() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (folder.url.appending(path: "old/guest"), folder.url.appending(path: "new/guest"))
    func text(_ folder: URL) -> String? {
      try? String(contentsOf: folder.appending(path: "user.db"), encoding: .utf8)
    }
    try StoreLocation.move(old, to: new)
    #expect(text(new) == nil)
    for content in ["first", "second"] {
      try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
      try content.write(to: old.appending(path: "user.db"), atomically: false, encoding: .utf8)
      try StoreLocation.move(old, to: new)
      #expect(text(new) == "first")
    }
    #expect(text(old) == "second")
  }

  @Test("copies of one server are not displayed as another's")
  func copies() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    _ = try await market.products(page: 1)
    try await market.close()
    try expectRefusal("http://other.test", in: test)
    #expect(StoreReader(folder: test.folder.url, server: "http://other.test") == nil)
    #expect(StoreReader(folder: test.folder.url, server: "http://market.test") != nil)
  }
}
