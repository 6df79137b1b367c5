import Foundation
import MockServerNIO
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("Recorded markets", .timeLimit(.minutes(5)))
struct RecordedMarketTests {
  static let secret = "Zq7secretXk9-\(UUID().uuidString)"
  static let identifier = "idZq7-\(UUID().uuidString)"
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a market stores, as far as it does not depend on the time of the run.
  private struct Contents: Equatable {
    var products: [Product]
    var recents: [String]
    var submissions: [String]
  }

  private func run(
    _ name: String, _ server: URL, _ transport: any HTTPTransport, secret: String,
    _ body: (Marketplace) async throws -> Void
  ) async throws -> Contents {
    let market = try Marketplace(server: server, folder: folder.url.appending(path: name)) {
      $0.credentials = try VendorCredentials(identifier: Self.identifier, secret: secret)
      $0.transport = transport
      $0.serverHonoursIdempotencyKeys = true
      $0.outbox.startsByItself = false
    }
    return try await market.closing {
      try await body(market)
      return try await Contents(
        products: market.store.newest(limit: 10_000).map(\.product),
        recents: market.store.recentSearches().map(\.text),
        submissions: market.store.submissions(includesFinished: true).map {
          "\($0.productID as Any) \($0.state)"
        })
    }
  }

  /// Records `body` against the mock over sockets, stops the server, and replays into a new store.
  private func compare(_ body: (Marketplace) async throws -> Void) async throws -> Contents {
    let mock = MarketplaceMock {
      $0.productCount = 500
      $0.vendors = [.init(id: 7, name: "새벽장터", identifier: Self.identifier, secret: Self.secret)]
    }
    let server = try await MockServer.start(handler: mock)
    let file = folder.url.appending(path: "run.har")
    let recording = try RecordingTransport(over: URLSessionTransport(), to: file)
    let recorded = await Result {
      try await run("recorded", server.url, recording, secret: Self.secret, body)
    }
    try await server.stop()
    try recording.close()
    let replay = try ReplayTransport(file)
    let replayed = try await run("replayed", server.url, replay, secret: "not-the-same", body)
    try replay.verify()
    #expect(try replayed == recorded.get())
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(Self.secret) && !text.contains(Self.identifier))
    return replayed
  }

  @Test("a feed that is scrolled, with a search, replays offline to an equal store")
  func feed() async throws {
    let contents = try await compare { market in
      let feed = market.feed()
      for _ in 0..<5 {
        _ = await feed.settledState
        feed.loadNext()
      }
      _ = await feed.settledState
      _ = try await market.search("의자", policy: .networkOnly)
      try await market.recentSearches.record("의자")
    }
    #expect(contents.products.count >= 100 && contents.recents == ["의자"])
  }

  @Test("a sync replays offline to an equal store")
  func sync() async throws {
    let contents = try await compare { _ = try await $0.catalogSync(windowSize: 100).run() }
    #expect(contents.products.count == 500)
  }

  @Test("an outbox that lists with a photo, edits and deletes replays offline to an equal store")
  func outbox() async throws {
    let contents = try await compare { market in
      let draft = NewListing(name: "의자 하나", description: "깨끗한 의자를 팝니다. 새것 같아요.", price: 45_000)
      let listing = try await market.sell(draft, photos: [PhotoUpload(SamplePhoto.pixel)])
      await market.outbox.driver.runInline()
      let id = try #require(try await market.store.submission(listing.submission.id)?.productID)
      try await market.edit(id, ProductChanges(price: 40_000))
      await market.outbox.driver.runInline()
      try await market.delete(id)
      await market.outbox.driver.runInline()
    }
    #expect(!contents.submissions.isEmpty)
  }
}

extension Marketplace {
  fileprivate func closing<Value>(_ body: () async throws -> Value) async throws -> Value {
    let result = await Result { try await body() }
    try await close()
    return try result.get()
  }
}
