public import HTTPTypes
public import Logging
public import OpenMarketPacing

extension HTTPClient {
  /// The settings of a client, with plain defaults.
  ///
  /// A call passes these steps, outermost first; each sees the result of the next one.
  ///
  /// 1. ``totalTimeout``: nothing below can outlast it.
  /// 2. ``logger``: one line for each call, whatever happens below.
  /// 3. ``middlewares``: yours, once for each call.
  /// 4. Identical reads that began in the last three seconds are sent once: outside of pauses and stores, so that a
  ///    thousand callers wait for one attempt and, when it fails, for one retry.
  /// 5. Redirects, of GET and HEAD only, at most five: each hop is looked up, kept and tried by its own address.
  /// 6. ``responseCacheLimit``: what is fresh costs no attempt and no place in the queue.
  /// 7. Retries: ``maxAttempts``.
  /// 8. ``rateLimit``: every attempt waits for its turn, and the wait is no part of the attempt's time.
  /// 9. ``attemptTimeout``, then the transport.
  public struct Configuration: Sendable {
    /// Fields sent with every request that does not set them itself (default: none).
    ///
    /// Unless they are here, `User-Agent` names this library, the app and the system, such as
    /// `swift-openmarket/0.1.0 (Hongdangmu/2.3; iOS 18.1)`, and `Accept-Language` the user's languages;
    /// an endpoint asks for JSON (`Accept`).
    public var headers: HTTPFields = [:]
    /// The time limit for each attempt; `nil` for none (default: 30 s).
    ///
    /// A request with a body gets a second more for each 16 KiB of it, which is what a slow link takes.
    public var attemptTimeout: Duration? = .seconds(30)
    /// The time limit for a call with all its attempts and delays; `nil` for none (default: 60 s). More for a body, as for an
    /// attempt.
    public var totalTimeout: Duration? = .seconds(60)
    /// The size limit for a response in memory, in bytes after content decoding (default: 16 MiB).
    public var responseLimit: Int64 = 16 << 20
    /// The policy for retries (default: three attempts with full jitter).
    package var retry = RetryPolicy()
    /// The maximum number of attempts, at least one; 1 for no retries (default: 3).
    ///
    /// Only requests that do no harm when sent twice are retried: GET, HEAD, PUT, DELETE, OPTIONS, and anything with an
    /// `Idempotency-Key`; and only after temporary faults: the statuses 408, 425, 429 and 5xx except 501, faults
    /// of the transport except a request that cannot be sent, an insecure connection and a response that is too
    /// long; for requests with a key also a 409 with `Retry-After`, which says that the first attempt still runs.
    public var maxAttempts: Int {
      get { retry.maxAttempts }
      set { retry.maxAttempts = newValue }
    }
    /// The upper bound of the random delays between attempts (default: 30 s).
    ///
    /// The delay before attempt *n* + 1 is random between zero and 0.5 s · 2ⁿ⁻¹. The server's `Retry-After` is the least
    /// delay, to which a random part is added. One beyond this bound is honoured only when the call has a deadline that
    /// allows it; without a deadline the call ends rather than sleep that long.
    public var maxRetryDelay: Duration {
      get { retry.maxDelay }
      set { retry.maxDelay = newValue }
    }
    /// The rate limit for all requests, by ``RequestOptions/priority``; a response 429 or 503 of the server with
    /// `Retry-After` holds up all attempts for that long, at most ``maxRetryDelay``, and for the random part that retries
    /// get (default: unlimited). One of another host, such as for photos, holds up only its own request.
    ///
    /// The limits that the server states in `RateLimit` or `X-RateLimit-…` fields are kept too, also without one here: when
    /// little is left until the next period, calls of lower priority wait, and when nothing is left all do, at most that long.
    ///
    /// For a server that refuses more than 50 requests a second, use `.perSecond(50)`.
    public var rateLimit: RateLimit = .unlimited
    /// Whether identical reads that began in the last three seconds are sent once (default: yes).
    package var sharesIdenticalReads = true
    /// The maximum number of redirects in a call; only GET and HEAD follow any (default: 5).
    package var maxRedirects = 5
    /// The memory limit of the cache for reuse and revalidation, in bytes; 0 for no cache (default: 16 MiB).
    public var responseCacheLimit = 16 << 20
    /// Keeps responses instead of the memory of ``responseCacheLimit`` (default: none).
    package var revalidationStore: (any RevalidationStore)?
    /// The fields that identify the sender of a request: dropped for any origin other than the server's, and
    /// a reason not to cache the response (default: `Authorization`, `Proxy-Authorization`, `Cookie`,
    /// `Idempotency-Key` and `identifier`).
    public var credentialHeaders: Set<HTTPField.Name> = [
      .authorization, .proxyAuthorization, .cookie, .idempotencyKey, .identifier,
    ]
    /// Your own middlewares, the first outermost (default: none).
    public var middlewares: [any HTTPMiddleware] = []
    /// The logger of the client (default: no output).
    public var logger = Logger(label: "openmarket.http") { _ in SwiftLogNoOpLogHandler() }
    /// Where the client tells its events (default: nowhere).
    package var events: MarketEvents?
    /// Time limits and pauses, dates in responses and the age of kept ones (default: the system's).
    package var time = TimeSource()
    /// The clock of all time limits and delays (default: the continuous clock).
    public var clock: any Clock<Duration> {
      get { time.clock }
      set { time.clock = .erasing(newValue) }
    }

    /// Makes a configuration of defaults.
    package init() {}
  }
}
