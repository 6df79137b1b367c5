public import Foundation

extension Outbox {
  /// What can be set; every property says its default.
  public struct Configuration: Sendable {
    /// How many listings are written at once (default: 4).
    public var concurrency = 4
    /// The longest that one try of a write may take (default: 60 s).
    public var attemptTimeout = Duration.seconds(60)
    /// How long nobody else touches what one process has taken in hand: longer than a try, since without
    /// idempotency keys two processes that send the same listing list it twice (default: 150 s).
    public var leaseDuration = Duration.seconds(150)
    /// The longest pause after the first failed try; it doubles with each further one (default: 0.5 s).
    ///
    /// The pause itself is random below that.
    public var firstPause = Duration.milliseconds(500)
    /// The longest pause between tries (default: 30 s).
    public var longestPause = Duration.seconds(30)
    /// How old an edit's base may be without the server being asked whether the listing has changed since
    /// (default: 60 s).
    ///
    /// Asking costs a request for each edit.
    public var trustsBaseFor = Duration.seconds(60)
    /// How long finished submissions are kept, so that their outcome can be asked for after a relaunch, in
    /// seconds (default: 7 days).
    public var keepsFinishedFor: TimeInterval = 7 * 86_400
    /// Whether the outbox sends by itself from the beginning (default: yes).
    ///
    /// Otherwise ``Outbox/start()`` or ``Outbox/flush(deadline:)`` does.
    public var startsByItself = true

    /// Makes a configuration of defaults.
    public init() {}

    var backoff: SubmissionMachine.Backoff {
      SubmissionMachine.Backoff(base: firstPause, cap: longestPause)
    }
  }
}
