import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct SellingTests {
  @Test("a listing is on the server once, under a number of its own, and stored")
  func sells() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.serverHonoursIdempotencyKeys = true }
    let listing = try await market.sell(.chair, photos: [.pixel])
    #expect(listing.id.isLocal)
    #expect(listing.product?.name == NewListing.chair.name)
    let product = try await listing.value
    #expect(product.id == 4)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    #expect(try await market.store.product(4)?.product.name == NewListing.chair.name)
    #expect(try await market.store.vendor()?.id == product.vendorID)
    #expect(try await market.store.serverID(of: listing.id) == 4)
    try await market.close()
  }

  /// Credentials that cannot be read for a while, as with too many open files.
  private final class Provider: CredentialsProvider {
    let account: String? = MarketplaceMock.Vendor.sample.identifier
    private let failing = Mutex(false)

    var isFailing: Bool {
      get { failing.withLock { $0 } }
      set { failing.withLock { $0 = newValue } }
    }

    func credentials() async throws -> VendorCredentials? {
      if isFailing { throw POSIXError(.EMFILE) }
      let vendor = MarketplaceMock.Vendor.sample
      return try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    }
  }

  @Test("credentials that cannot be read for a moment stop the queue for no longer")
  func unreadableCredentials() async throws {
    let (test, provider) = (try TestMarket(products: 3), Provider())
    let market = try test.open {
      $0.credentials = provider
      $0.outbox.startsByItself = false
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    provider.isFailing = true
    await market.outbox.driver.runInline()
    let kept = try #require(try await market.store.submission(listing.submission.id))
    if case .waiting = kept.state {} else { Issue.record("\(kept)") }
    #expect(!kept.isIndeterminate && !market.outbox.state.isUnauthorized)
    #expect(test.mock.ledger.isEmpty)
    provider.isFailing = false
    // No other event than that time passes.
    test.wait(60)
    await market.outbox.driver.runInline()
    #expect(test.mock.ledger.map(\.kind) == [.created])
    #expect(try await listing.value.id == 4)
    try await market.close()
  }

  @Test("what is done with a listing before the server has numbered it follows in order")
  func followsUp() async throws {
    let test = try TestMarket(products: 3)
    test.network = .down
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let edited = try await market.edit(listing.id, ProductChanges(price: 7))
    #expect(edited.submission.id == listing.submission.id)
    #expect(edited.product?.price == 7)
    test.network = .up
    #expect(try await market.outbox.flush().isEmpty)
    #expect(try await listing.value.price == 7)
    // Flushing has begun to send, and would send the edit before the deletion is there.
    await market.outbox.stop()
    try await market.edit(listing.id, ProductChanges(price: 5))
    try await market.delete(listing.id)
    try await market.outbox.flush()
    #expect(test.mock.ledger.map(\.kind) == [.created, .deleted])
    try await market.close()
  }

  @Test("a market without credentials, as a widget's, leaves the account's queue alone")
  func foreignQueue() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let reader = try test.open { $0.credentials = nil }
    #expect(try await reader.outbox.flush().map(\.id) == [listing.submission.id])
    #expect(try await market.submissions.list().map(\.state) == [.queued])
    try await reader.close()
    #expect(try await market.outbox.flush().isEmpty)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("a listing that was never sent vanishes when it is deleted")
  func vanishes() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    let removal = try await market.delete(listing.id)
    #expect(try await removal.value == nil)
    #expect(try await market.outbox.flush().isEmpty)
    #expect(test.mock.ledger.isEmpty)
    await #expect(throws: SubmissionFailure.self) { try await listing.value }
    try await market.close()
  }
}
