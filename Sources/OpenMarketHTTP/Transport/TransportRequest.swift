public import HTTPTypes
package import OpenMarketPacing
import Synchronization

/// A request on its way through the middlewares to the transport.
public struct TransportRequest: Sendable {
  /// Method, scheme, authority, path with query, and fields.
  public var head: HTTPRequest
  /// The body to send.
  public var body: RequestBody
  /// Where a successful response's body goes.
  ///
  /// Default: ``ResponseDestination/memory``.
  public var destination: ResponseDestination = .memory
  /// Largest accepted response, in bytes after content decoding.
  ///
  /// Default: 16 MiB. A longer one ends the request with
  /// ``HTTPError/Code-swift.struct/invalidResponse``.
  public var responseLimit: Int64 = 16 << 20
  /// Called as bytes move; from any thread, never concurrently, totals never fall.
  package var onProgress: (@Sendable (TransferProgress) -> Void)?
  /// The endpoint's path template, for logs and errors: holds no identifiers.
  public var template: String
  /// The moment at which the caller gives up, on ``clock``; `nil` waits for ever.
  package var deadline: AnyClock.Instant?
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
  /// Counts the attempts of the whole call; copies of the request share it.
  let attempts = AttemptCount()

  /// Makes a request with the defaults of each property.
  public init(head: HTTPRequest, body: RequestBody = .none, template: String? = nil) {
    self.head = head
    self.body = body
    self.template = template ?? Self.urlTemplate
  }

  /// Stands for the template where a URL is fetched that belongs to no endpoint.
  static let urlTemplate = "<url>"
}

/// How far a transfer has come, in bytes.
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
  /// Whether the bytes are those of the request's body; otherwise they are those of the response's.
  public var isUpload: Bool { direction == .upload }
  /// Bytes moved so far.
  public var completed: Int64
  /// Bytes in all; `nil` when not announced.
  public var total: Int64?

  package init(direction: Direction, completed: Int64, total: Int64?) {
    self.direction = direction
    self.completed = completed
    self.total = total
  }
}

/// The use of the revalidation cache by a call.
public enum CachePolicy: Sendable, Hashable {
  /// Serve from the store while the stored response is fresh, otherwise ask the server whether it changed.
  case standard
  /// Always ask the server whether the stored response has changed: pull to refresh.
  case revalidate
  /// Load the whole response anew and store it.
  case reload
  /// Neither read nor write the store.
  case bypass
}

/// How often a call has reached the transport.
///
/// A reference, so that the count survives a call that is abandoned at its deadline.
final class AttemptCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}
