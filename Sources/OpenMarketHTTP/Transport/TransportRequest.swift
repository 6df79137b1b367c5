public import HTTPTypes
package import OpenMarketPacing
import Synchronization

/// A request on its way through the middlewares to the transport.
public struct TransportRequest: Sendable {
  /// The method, scheme, authority, path with query, and header fields.
  public var head: HTTPRequest
  /// The body to send.
  public var body: RequestBody
  /// The destination of a successful response's body.
  ///
  /// Default: ``ResponseDestination/memory``.
  public var destination: ResponseDestination = .memory
  /// The size limit for the response, in bytes after content decoding.
  ///
  /// Default: 16 MiB. A longer one ends the request with
  /// ``HTTPError/Code-swift.struct/invalidResponse``.
  public var responseLimit: Int64 = 16 << 20
  /// Called as bytes move; from any thread, never concurrently, totals never fall.
  package var onProgress: (@Sendable (TransferProgress) -> Void)?
  /// The endpoint's path template, for logs and errors: holds no identifiers.
  public var template: String
  /// The moment at which the caller gives up, on ``clock``; `nil` waits for ever.
  package var deadline: Moment?
  /// The clock that ``deadline`` and all waiting use.
  package var clock: AnyClock = .continuous
  /// The longest that each attempt may take; the client turns it into an earlier deadline for each attempt,
  /// which is all that a transport heeds.
  package var attemptTimeout: Duration?
  /// Whether a failed attempt may be followed by another; `nil` leaves it to the method and the key.
  package var isRepeatable: Bool?
  /// The use of the revalidation cache for this request; transports ignore it.
  package var cachePolicy: CachePolicy = .standard
  /// How much the request matters, where the client's rate is limited.
  package var priority: RequestPriority = .user
  /// The state of the whole call; copies of the request share it.
  let call = CallState()

  /// Makes a request with the defaults of each property.
  public init(head: HTTPRequest, body: RequestBody = .none, template: String? = nil) {
    self.head = head
    self.body = body
    self.template = template ?? Self.urlTemplate
  }

  /// Stands for the template where a URL is fetched that belongs to no endpoint.
  static let urlTemplate = "<url>"
}

/// The progress of a transfer, in bytes.
public struct TransferProgress: Sendable, Hashable {
  /// Which way the bytes move.
  package enum Direction: Sendable, Hashable {
    /// The request's body.
    case upload
    /// The response's body.
    case download
  }

  /// Which way the bytes move.
  package var direction: Direction
  /// The number of bytes transferred so far.
  public var completed: Int64
  /// The total number of bytes; `nil` when not announced.
  public var total: Int64?

  package init(direction: Direction, completed: Int64, total: Int64?) {
    self.direction = direction
    self.completed = completed
    self.total = total
  }
}

/// The use of the revalidation cache by a call.
public enum CachePolicy: Sendable, Hashable {
  /// Returns the cached response while it is fresh, otherwise revalidates it.
  case standard
  /// Always revalidates the cached response, as for pull to refresh.
  case revalidate
  /// Loads the whole response again and caches it.
  case reload
  /// Neither reads nor writes the cache.
  case bypass
}

/// How far a call has come.
///
/// A reference, so that it survives a call that is abandoned at its deadline.
final class CallState: Sendable {
  private struct State {
    var attempts = 0
    /// Whether the last attempt is with a transport that may still say that nothing was sent.
    var mayBeTakenBack = false
    var verdict = CacheVerdict.network
    var refusal: HTTPError?
    var eventNumber: UInt64?
    var delayFraction: Double?
  }

  private let state = Mutex(State())
  private static let lastNumber = Atomic<UInt64>(0)

  /// How often the call was, or may have been, sent.
  var attempts: Int { state.withLock { $0.attempts } }

  /// Where its response is from.
  var verdict: CacheVerdict {
    get { state.withLock { $0.verdict } }
    set { state.withLock { $0.verdict = newValue } }
  }

  /// The error that the response which the app's middlewares have seen last becomes, when one throws at it; `nil` when there was
  /// none, or no middleware.
  var refusal: HTTPError? {
    get { state.withLock { $0.refusal } }
    set { state.withLock { $0.refusal = newValue } }
  }

  /// The call's number in events; `nil` where they are not traced.
  var eventNumber: UInt64? { state.withLock { $0.eventNumber } }

  /// Notes the random part of the pause that the last response has begun, from 0 up to 1.
  func noteDelayFraction(_ fraction: Double) { state.withLock { $0.delayFraction = fraction } }

  /// Returns the noted part once; `nil` where the last response has begun no pause.
  func takeDelayFraction() -> Double? { state.withLock { $0.delayFraction.take() } }

  /// Gives the call a number, by which its events are known.
  func beginTrace() {
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    state.withLock { $0.eventNumber = number }
  }

  /// Notes that the transport is about to send it.
  func noteAttempt() {
    state.withLock { state in
      state.attempts += 1
      state.mayBeTakenBack = true
    }
  }

  /// Takes the last attempt back while nothing is sent; once, as a transport of an app's own may send it a second time.
  /// - Returns: How many were taken back, 0 or 1, to be counted again when it is sent.
  func takeBackAttempt() -> Int {
    state.withLock { state in
      guard state.mayBeTakenBack else { return 0 }
      (state.attempts, state.mayBeTakenBack) = (state.attempts - 1, false)
      return 1
    }
  }

  /// Counts attempts that were taken back.
  func countAttempts(_ count: Int) { state.withLock { $0.attempts += count } }
}

/// Where a response is from; the text is what inspectors show.
enum CacheVerdict: String, Sendable {
  /// The server has sent it.
  case network
  /// It was kept, and is fresh.
  case fresh
  /// It was kept, and the server has confirmed it.
  case revalidated
  /// An identical request was in flight.
  case shared
}
