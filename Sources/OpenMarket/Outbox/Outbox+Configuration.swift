import Foundation
package import OpenMarketHTTP

extension Outbox {
  /// The settings of an outbox; every property says its default.
  public struct Configuration: Sendable {
    /// How many listings are written at once (default: 4).
    package var concurrency = 4
    /// The longest that one attempt of a write may take, without the time that photos need on a slow link (default: 60 s).
    package var attemptTimeout = Duration.seconds(60)
    /// The time for which a request without a response may still be in flight (default: 120 s).
    ///
    /// Without idempotency keys, such a write is looked for at once, but if it is not found it is sent again only
    /// after this time: a gateway that holds the first request up would otherwise list the product twice.
    public var settlingTime = Duration.seconds(120)
    /// The longest delay after the first failed attempt; it doubles with each further one (default: 0.5 s).
    ///
    /// The delay itself is random below that.
    package var baseDelay = Duration.milliseconds(500)
    /// The longest delay between attempts (default: 30 s).
    public var maxDelay = Duration.seconds(30)
    /// How old an edit's base may be without the server being asked whether the listing has changed since
    /// (default: 60 s).
    ///
    /// Asking costs a request for each edit.
    package var baseAgeLimit = Duration.seconds(60)
    /// How long finished submissions are kept, so that their outcome can be asked for after a relaunch
    /// (default: 7 days).
    package var finishedRetention: Duration = .seconds(7 * 86_400)
    /// Whether the outbox starts sending by itself (default: yes; not in an app extension, which ends before an upload does).
    ///
    /// Otherwise ``Outbox/start()`` or ``Outbox/flush(timeout:)`` does.
    public var startsByItself = !Bundle.isOfExtension

    /// Makes a configuration of defaults.
    package init() {}

    /// The delays between attempts.
    package var backoff: RetryPolicy {
      var policy = RetryPolicy()
      (policy.baseDelay, policy.maxDelay) = (baseDelay, maxDelay)
      return policy
    }
  }
}
