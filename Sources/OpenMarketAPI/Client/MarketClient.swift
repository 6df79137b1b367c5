public import Foundation
public import OpenMarketHTTP

/// A client of a marketplace's API: browse, search, read and, with a vendor's credentials, sell.
///
/// ```swift
/// let client = try MarketClient(server: url)
/// let page = try await client.products(page: 1, matching: "의자")
/// for try await page in client.pages(size: 100) { … }
/// ```
///
/// A value that is cheap to copy; copies share connections and caches. All methods throw `HTTPError`, or `CancellationError`
/// when the calling task was cancelled; ``sell(_:photos:photoBudget:options:)`` and ``edit(_:_:options:)`` also
/// ``ListingValidationError``, before anything is sent.
public struct MarketClient: Sendable {
  /// The client that sends the requests; it fetches images, too.
  package let http: HTTPClient
  /// The source of the vendor's credentials; `nil` when only reading.
  package var credentials: (any CredentialsProvider)? { session?.provider }
  let session: CredentialsSession?
  /// Whether the server performs all requests with the same `Idempotency-Key` once.
  ///
  /// Every write carries a key. Unless the server honours it, a listing whose response was lost is not sent
  /// again by itself, because that could list the product twice.
  package let serverHonoursIdempotencyKeys: Bool

  /// Makes a client; no connection is opened.
  /// - Parameters:
  ///   - server: The market's base address: http or https, optionally with a port and a path prefix.
  ///   - credentials: The vendor's credentials: ``VendorCredentials``, those of a ``CredentialsStore`` or your own provider.
  ///     Default: none, for reading only.
  ///   - transport: The transport that performs the requests. Default: a `URLSession` of its own.
  ///   - serverHonoursIdempotencyKeys: Whether a listing may be sent again after its response was lost; see
  ///     the property of this name. Default: no.
  ///   - configure: Changes the defaults of the network layer.
  /// - Throws: `HTTPError` with `invalidInput` for an address that cannot be used.
  public init(
    server: URL, credentials: (any CredentialsProvider)? = nil,
    transport: any HTTPTransport = URLSessionTransport(), serverHonoursIdempotencyKeys: Bool = false,
    configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws {
    http = try HTTPClient(server: server, transport: transport, configure: configure)
    session = credentials.map(CredentialsSession.init)
    self.serverHonoursIdempotencyKeys = serverHonoursIdempotencyKeys
  }

  /// Sends an endpoint of your own and decodes its response.
  /// - Parameters:
  ///   - endpoint: The endpoint to call.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The decoded body of a 2xx response.
  /// - Throws: `HTTPError`, or `CancellationError` when the calling task was cancelled.
  @concurrent public func send<E: HTTPEndpoint>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await http.send(endpoint, options: options)
  }
}
