import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite("Signing out", .timeLimit(.minutes(5)))
struct SignOutTests {
  private func market(_ test: TestMarket) async throws -> Marketplace {
    let market = try test.open { $0.outbox.startsByItself = false }
    test.network = .down
    try await market.sell(.chair, photos: [.pixel])
    try await market.markSold(2)
    try await market.drafts.save("next", ListingDraft(name: "책"))
    return market
  }

  @Test("flush sends what it can, and reports the rest with its texts")
  func flush() async throws {
    let test = try TestMarket(products: 3)
    let market = try await market(test)
    test.network = .up
    let report = try await market.signOut(.flush(timeout: .seconds(60)))
    // The sample product is somebody else's.
    #expect(test.mock.ledger.map(\.kind) == [.created])
    #expect(report.unsentCount == 1 && !report.isComplete && report.isKept)
    guard case .refused(let failure)? = report.unsent.first?.state else {
      Issue.record("\(report)")
      return
    }
    #expect(failure.code == .forbidden && report.drafts.map(\.id) == ["next"])
    await #expect(throws: StoreError.self) { try await market.submissions.list() }
  }

  @Test("keep keeps texts and photos, and sends them when the same vendor is back")
  func keep() async throws {
    let test = try TestMarket(products: 3)
    let report = try await market(test).signOut(.keep)
    #expect(report.unsent.map(\.write.kind) == [.create, .edit] && report.unsentCount == 2)
    let photo = try #require(report.unsent.first?.write.photos.first)
    #expect(try Data(contentsOf: photo.url(in: report.folder)).count == photo.byteCount)
    #expect(test.mock.ledger.isEmpty)
    test.network = .up
    let back = try test.open()
    try await back.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    #expect(try await back.drafts.load("next")?.draft.name == "책")
    try await back.close()
  }

  @Test("discard leaves neither rows nor photos nor texts, and says what they were")
  func discard() async throws {
    let test = try TestMarket(products: 3)
    let signedIn = try await market(test)
    try await signedIn.recentSearches.record("의자")
    let report = try await signedIn.signOut(.discard)
    #expect(report.unsentCount == 2 && !report.isKept && report.drafts.count == 1)
    let photos = test.folder.url.appending(path: "photos").path(percentEncoded: false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: photos).isEmpty)
    for file in try FileManager.default.contentsOfDirectory(
      atPath: test.folder.url.path(percentEncoded: false))
    {
      guard let data = try? Data(contentsOf: test.folder.url.appending(path: file)) else { continue }
      #expect(data.range(of: Data(NewListing.chair.name.utf8)) == nil, "\(file) has the listing's name")
    }
    test.network = .up
    try await expectNothingLeft(test)
  }

  /// Signs in again, where nothing of before is left, nor sent.
  private func expectNothingLeft(_ test: TestMarket) async throws {
    let back = try test.open()
    #expect(try await back.outbox.flush().isEmpty && test.mock.ledger.isEmpty)
    #expect(try await back.drafts.list().isEmpty)
    #expect(try await back.recentSearches.list().isEmpty)
    try await back.close()
  }

  @Test("stored credentials are gone after signing out, those of somebody who has signed in since are not")
  func credentials() async throws {
    let test = try TestMarket(products: 3)
    let server = try #require(URL(string: "http://market.test"))
    let signIns = MemoryCredentialsStore()
    func signIn(_ vendor: MarketplaceMock.Vendor) throws -> StoredCredentials {
      let credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
      try signIns.save(SignIn(credentials), for: server)
      return try #require(try signIns.storedCredentials(for: server))
    }
    let first = try signIn(.sample)
    let market = try test.open { $0.credentials = first }
    try await market.signOut(.keep)
    #expect(try signIns.signIn(for: server) == nil)
    let second = try signIn(.other)
    try await first.signOut()
    #expect(try signIns.signIn(for: server)?.credentials.account == second.account)
  }

  @Test("a second account neither sees nor sends the first one's queue")
  func secondAccount() async throws {
    let test = try TestMarket(products: 3)
    let other = MarketplaceMock.Vendor.other
    let early = try test.open {
      $0.credentials = try VendorCredentials(identifier: other.identifier, secret: other.secret)
    }
    let report = try await market(test).signOut(.keep)
    test.network = .up
    // Its own folder, as StoreLocation gives each account.
    let folder = try TemporaryFolder()
    let second = try Marketplace(
      server: try #require(URL(string: "http://market.test")), folder: folder.url
    ) {
      $0.transport = MockTransport(test.mock)
      $0.credentials = try VendorCredentials(identifier: other.identifier, secret: other.secret)
    }
    #expect(try await second.outbox.flush().isEmpty)
    #expect(try await second.submissions.list().isEmpty)
    #expect(try await second.drafts.list().isEmpty)
    try await second.close()
    // The first one's folder by mistake: neither opened later nor open already.
    let server = try #require(URL(string: "http://market.test"))
    let credentials = try VendorCredentials(identifier: other.identifier, secret: other.secret)
    let error = #expect(throws: StoreError.self) {
      _ = try Marketplace(server: server, folder: report.folder) { $0.credentials = credentials }
    }
    #expect(error?.code == .notPermitted)
    let late = await #expect(throws: StoreError.self) { try await early.sell(.chair, photos: [.pixel]) }
    #expect(late?.code == .notPermitted)
    await early.outbox.driver.runInline()
    #expect(test.mock.ledger.isEmpty)
    try await early.close()
  }

  // MARK: - Meanwhile

  /// A provider of an app's own, in whose sign-out other windows go on.
  private final class Provider: CredentialsProvider {
    let account: String? = MarketplaceMock.Vendor.sample.identifier
    private let next = Mutex(Next())

    private struct Next {
      var body: (@Sendable () async throws -> Void)?
    }

    func credentials() async throws -> VendorCredentials? {
      let vendor = MarketplaceMock.Vendor.sample
      return try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    }

    func signOut() async throws { try await next.withLock { $0 }.body?() }

    /// Does `body` in the next sign-out.
    func meanwhile(_ body: @escaping @Sendable () async throws -> Void) {
      next.withLock { $0.body = body }
    }
  }

  private struct Refusal: Error {}

  private func open(_ test: TestMarket, _ provider: Provider) throws -> Marketplace {
    try test.open {
      $0.credentials = provider
      $0.outbox.startsByItself = false
    }
  }

  private static func expectClosed(_ write: () async throws -> Void) async {
    let error = await #expect(throws: StoreError.self) { try await write() }
    #expect(error?.code == .closed)
  }

  @Test("what other windows write during a sign-out that discards is refused, and nothing of it is left")
  func discardsMeanwhile() async throws {
    let test = try TestMarket(products: 3)
    let provider = Provider()
    let market = try open(test, provider)
    let photo = try #require(try await market.storePhotos([.pixel]).first)
    let autosave = market.drafts.autosave("new listing")
    provider.meanwhile {
      await Self.expectClosed { try await market.drafts.save("b", ListingDraft(name: "책")) }
      await Self.expectClosed { try await market.sell(.chair, photos: [.pixel]) }
      await Self.expectClosed { try await market.sell(.chair, stored: [photo]) }
      await Self.expectClosed { try await market.markSold(2) }
      await Self.expectClosed { _ = try await market.storePhotos([.pixel]) }
      await Self.expectClosed { try await market.recentSearches.record("의자") }
      autosave.update(ListingDraft(name: "의"))
      autosave.update(ListingDraft(name: "의자", photos: [photo]))
      await Self.expectClosed { try await autosave.flush() }
      let page = try await market.products(page: 1).value
      #expect(page.products.count == 3)
    }
    let report = try await market.signOut(.discard)
    #expect(report.unsentCount == 0 && report.drafts.isEmpty)
    // Nor is it saved when the market is closed.
    await Self.expectClosed { try await autosave.flush() }
    let photos = test.folder.url.appending(path: "photos").path(percentEncoded: false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: photos).isEmpty)
    try await expectNothingLeft(test)
  }

  @Test("when the provider fails, what was typed meanwhile is saved, and everything goes on as before")
  func failsMeanwhile() async throws {
    let test = try TestMarket(products: 3)
    let provider = Provider()
    let market = try open(test, provider)
    let autosave = market.drafts.autosave("new listing")
    provider.meanwhile {
      autosave.update(ListingDraft(name: "의자"))
      throw Refusal()
    }
    await #expect(throws: Refusal.self) { try await market.signOut(.discard) }
    try await autosave.flush()
    #expect(try await market.drafts.load("new listing")?.draft.name == "의자")
    autosave.update(ListingDraft(name: "의자 두 개"))
    try await autosave.flush()
    #expect(try await market.drafts.load("new listing")?.draft.name == "의자 두 개")
    try await market.sell(.chair, photos: [.pixel])
    try await market.recentSearches.record("의자")
    provider.meanwhile {}
    let report = try await market.signOut(.discard)
    #expect(report.unsentCount == 1 && report.drafts.map(\.draft.name) == ["의자 두 개"])
  }

  @Test("a sign-out whose files another process keeps from being closed is done, and has its report")
  func closesLater() async throws {
    let test = try TestMarket(products: 3)
    let provider = Provider()
    let market = try open(test, provider)
    test.network = .down
    try await market.sell(.chair, photos: [.pixel])
    let lock = try FileHandle(forUpdating: test.folder.url.appending(path: "store.lock"))
    provider.meanwhile { #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0) }
    let report = try await market.signOut(.discard)
    #expect(report.unsentCount == 1)
    await Self.expectClosed { try await market.sell(.chair, photos: [.pixel]) }
    #expect(flock(lock.fileDescriptor, LOCK_UN) == 0)
    try await market.close()
    test.network = .up
    try await expectNothingLeft(test)
  }

  @Test("a sign-out that keeps reports all writes that there will be, and keeps what is typed to its end")
  func keepsMeanwhile() async throws {
    let test = try TestMarket(products: 3)
    let provider = Provider()
    let market = try open(test, provider)
    let autosave = market.drafts.autosave("new listing")
    autosave.update(ListingDraft(name: "의"))
    provider.meanwhile {
      await Self.expectClosed { try await market.sell(.chair, photos: [.pixel]) }
      await Self.expectClosed { try await market.markSold(2) }
      autosave.update(ListingDraft(name: "의자"))
    }
    let report = try await market.signOut(.keep)
    #expect(report.unsentCount == 0 && report.drafts.map(\.draft.name) == ["의"])
    let back = try test.open { $0.outbox.startsByItself = false }
    #expect(try await back.submissions.list().isEmpty)
    #expect(try await back.drafts.load("new listing")?.draft.name == "의자")
    try await back.close()
  }
}
