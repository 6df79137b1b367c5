import HTTPTypes
public import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import Synchronization

/// The lookup for a listing whose response was lost, after others have listed thousands of products.
public enum CrowdedMarket {
  /// How it ended.
  public struct Outcome: Sendable {
    /// The most requests between two pauses of the outbox.
    public var requestCount = 0
    /// How often the server has listed it.
    public var effectCount = 0
    /// How the submission ended.
    public var state: Submission.State = .queued
    /// Whether the user is asked.
    public var isQuestion = false
  }

  private struct Progress {
    var requests = 0
    var isLost = false
  }

  /// Loses the response to a new listing, or the request, and lets `count` foreign listings come before the lookup.
  ///
  /// - Parameters:
  ///   - count: How many listings others make.
  ///   - isCarriedOut: Whether the server has listed it.
  ///   - knowsVendor: Whether a response has told before who sells.
  /// - Returns: What came of it.
  /// - Throws: What a store throws.
  public static func run(count: Int, isCarriedOut: Bool, knowsVendor: Bool) async throws -> Outcome {
    let fixture = try TrialFixture(honoursKeys: false)
    let market = fixture.markets[0]
    let progress = Mutex(Progress())
    fixture.transports[0].respond { [mock = fixture.mock] request in
      let isFatal = progress.withLock { progress in
        progress.requests += 1
        guard request.head.method == .post, !progress.isLost else { return false }
        progress.isLost = true
        return true
      }
      guard isFatal else { return try await MockTransport(mock).send(request) }
      if isCarriedOut { _ = try await MockTransport(mock).send(request) }
      throw HTTPError(fault: .deadlineExceeded, "no response came")
    }
    let outbox = market.makeOutbox()
    if knowsVendor {
      progress.withLock { $0.isLost = true }
      _ = try await market.sell(KilledSale.draft, stored: [photo(market)])
      await outbox.driver.runInline()
      progress.withLock { $0.isLost = false }
    }
    let before = fixture.mock.lastEffect
    var draft = KilledSale.draft
    draft.name = "접이식 캠핑 탁자"
    let listing = try await market.sell(draft, stored: [photo(market)])
    await outbox.driver.runInline()
    _ = fixture.mock.addListings(count, of: .other, named: "another chair")
    var outcome = Outcome()
    for _ in 0..<8 {
      fixture.time.pass(200)
      progress.withLock { $0.requests = 0 }
      await outbox.driver.retryAll()
      await outbox.driver.runInline()
      outcome.requestCount = max(outcome.requestCount, progress.withLock { $0.requests })
    }
    if let submission = try await market.store.submission(listing.submission.id) {
      outcome.state = submission.state
      outcome.isQuestion = submission.candidates != nil
    }
    outcome.effectCount = fixture.mock.lastEffect - before
    await fixture.close()
    return outcome
  }

  private static func photo(_ market: Marketplace) async throws -> StoredPhoto {
    try await market.store.storePhoto(TrialFixture.photo("crowded"), fileName: "1.jpg")
  }
}
