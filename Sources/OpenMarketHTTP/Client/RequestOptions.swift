public import OpenMarketPacing

/// The options of one call that differ from the client's ``HTTPClient/Configuration``.
public struct RequestOptions: Sendable {
  /// The idempotency key, which makes a write repeatable: the server performs all attempts with the same key once.
  ///
  /// 1–255 visible ASCII characters; use a new one for each intention, such as a `UUID`'s text.
  public var idempotencyKey: String?
  /// Whether a failed attempt may be followed by another; `nil` leaves it to the method and the key.
  ///
  /// Set it to `false` for a write with a key whose server may not honour keys.
  package var isRepeatable: Bool?
  /// The longest that each attempt may take; `nil` for the configuration's (default).
  ///
  /// Responses that go to a file or a stream have no limit then, because their size decides: only the transport's
  /// idle time ends them.
  package var attemptTimeout: Duration?
  /// The time limit for the call with all its attempts and delays; `nil` for the configuration's (default),
  /// and for none where the response goes to a file or a stream.
  public var totalTimeout: Duration?
  /// The moment, on ``HTTPClient/clock``, at which the caller gives up; the earlier of it and
  /// ``totalTimeout`` counts.
  ///
  /// Lets several calls share one deadline.
  package var deadline: Moment?
  /// The trace that the call belongs to (W3C Trace Context), such as
  /// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`; `nil` sends none (default).
  ///
  /// Every attempt sends the same value, and only to the client's own server. A call that shares the response of an
  /// identical one in flight sends nothing itself. Another form than version 00 ends the call with
  /// ``HTTPError/Code-swift.struct/invalidInput``. Calls without options, such as those of `Marketplace`, get their trace
  /// from a middleware that sets the field.
  public var traceparent: String?
  /// The priority of the call under the client's rate limit, the highest first (default: `user`).
  public var priority: RequestPriority = .user
  /// The use of the revalidation cache (default: ``CachePolicy/standard``).
  public var cachePolicy: CachePolicy = .standard
  /// The size limit for the response, in bytes; `nil` for the configuration's in memory, and none in a file or stream.
  package var responseLimit: Int64?
  /// Called with the progress, from any thread, never concurrently; totals never fall, also across attempts.
  ///
  /// A call with progress is not shared with identical ones.
  public var onProgress: (@Sendable (TransferProgress) -> Void)?

  /// Makes options with each property's default and lets `configure` change them, also in an argument:
  /// `options: RequestOptions { $0.cachePolicy = .revalidate }`.
  public init(configure: (inout RequestOptions) -> Void = { _ in }) { configure(&self) }
}
