import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// Takes one claimed submission to the server: looks for an earlier effect where that is due, notes that it
/// begins, sends, and says what came of it.
struct SubmissionSender: Sendable {
  let client: MarketClient
  let store: MarketStore
  let configuration: Outbox.Configuration
  let holder: LeaseHolder
  /// The vendor as the app knows it, until a response has told.
  let configuredVendor: Vendor?
  let time: TimeSource
  /// Where uploads show how far they are.
  let progress = ProgressBoard()
  /// Where it notes the photos of accepted listings.
  let sentPhotos = SentPhotos()

  /// Never throws: what goes wrong is part of the verdict.
  func deliver(_ claim: Claim) async -> Delivery {
    var run = SubmissionSenderRun(sender: self, claim: claim)
    var delivery = await run.deliver()
    delivery.cause = MarketEvent.Cause.current
    (delivery.verdict.queuedAt, delivery.verdict.endedAt) = (claim.submission.createdAt, time.date())
    return delivery
  }

  /// Returns the vendor, as far as it is known.
  func vendor() async throws -> Vendor? { try await store.vendor() ?? configuredVendor }

  /// How the writes of an outbox travel: once, under their own keys, and all steps of one within the time of an
  /// attempt, to which that for `photos`, in bytes, is added.
  func options(_ key: String, photos: Int = 0) -> RequestOptions {
    RequestOptions {
      $0.idempotencyKey = key
      $0.isRepeatable = false
      $0.deadline = time.clock.now.advanced(by: configuration.attemptTimeout + .sending(Int64(photos)))
      $0.priority = .outbox
    }
  }

  /// How it looks at what the server has.
  var lookupOptions: RequestOptions {
    RequestOptions {
      $0.cachePolicy = .reload
      $0.totalTimeout = configuration.attemptTimeout
      $0.priority = .outbox
    }
  }
}
