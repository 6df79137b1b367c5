public import OpenMarketPacing

/// The options of one call that differ from the client's ``HTTPClient/Configuration``.
public struct RequestOptions: Sendable {
  /// Makes a write repeatable: the server performs all attempts that carry the same key once.
  ///
  /// 1–255 visible ASCII characters; use a new one for each intention, such as a `UUID`'s text.
  public var idempotencyKey: String?
  /// Whether a failed attempt may be followed by another; `nil` leaves it to the method and the key.
  ///
  /// Set it to `false` for a write with a key whose server may not honour keys.
  public var isRepeatable: Bool?
  /// The longest that each attempt may take (default: the configuration's).
  public var attemptTimeout: TimeLimit = .standard
  /// The longest that the call may take with all its attempts and pauses (default: the configuration's).
  public var totalTimeout: TimeLimit = .standard
  /// The moment, on ``HTTPClient/clock``, at which the caller gives up; the earlier of it and
  /// ``totalTimeout`` counts.
  ///
  /// Lets several calls share one deadline.
  public var deadline: AnyClock.Instant?
  /// How much the call matters: the highest goes first where the client's rate is limited (default: user).
  public var priority: RequestPriority = .user
  /// The use of the revalidation cache (default: ``CachePolicy/standard``).
  public var cachePolicy: CachePolicy = .standard
  /// Largest accepted response in bytes; `nil` for the configuration's in memory, and for none in a file or stream.
  public var responseLimit: Int64?
  /// Called as bytes move, from any thread, never concurrently; totals never fall, also across attempts.
  ///
  /// A call with progress is not shared with identical ones.
  public var onProgress: (@Sendable (TransferProgress) -> Void)?

  /// Makes options with each property's default.
  public init() {}

  /// Makes options and lets `configure` change them, for use in an argument:
  /// `options: RequestOptions { $0.cachePolicy = .revalidate }`.
  public init(configure: (inout RequestOptions) -> Void) { configure(&self) }
}

/// How long something may take.
public enum TimeLimit: Sendable, Hashable {
  /// The client's configuration. Responses that go to a file or to a stream are not limited then, because their
  /// size decides: only the transport's idle time ends them.
  case standard
  /// For ever.
  case unlimited
  /// So long at most.
  case limited(Duration)

  func duration(standard: Duration?, destination: ResponseDestination) -> Duration? {
    switch self {
    case .standard: destination == .memory ? standard : nil
    case .unlimited: nil
    case .limited(let duration): duration
    }
  }
}
