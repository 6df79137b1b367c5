public import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport for production: URLSession, with the same behaviour on every platform.
///
/// Unlike a plain URLSession, it returns redirects and refused sign-ins instead of acting on them,
/// sends and stores no cookies, caches nothing, enforces the request's deadline and response limit, reports the
/// same fault in the same terms everywhere, and writes downloads to disk with flat memory. A request costs
/// about what a bare `URLSession.data(for:)` costs.
///
/// On Linux the system's FoundationNetworking (Swift 6.3) crashes the process when a server closes the connection
/// within the head of a response, sends chunked trailers, or redirects to certain malformed addresses; nothing
/// outside of it can prevent that. The package's trait `AsyncHTTPClient` gives another transport, which does not.
///
/// One transport holds one session with its pool of connections; share it. Connections close once the
/// transport has been released and its last request has ended.
public final class URLSessionTransport: ConnectionKeeping {
  /// How a transport treats its connections; see ``init(idleTimeout:connectionsPerHost:temporaryFolder:)``.
  struct Configuration: Sendable {
    let idleTimeout: Duration
    let connectionsPerHost: Int
    let temporaryFolder: URL

    var idleSeconds: Double { (idleTimeout / .seconds(1)).rounded(.up) }
  }

  /// How this transport treats its connections.
  let configuration: Configuration
  private let pool: Mutex<ConnectionPool>

  /// Makes a transport with its own pool of connections, and opens none yet.
  ///
  /// An invalid setting fails the first request, with ``HTTPError/Code-swift.struct/invalidInput``.
  ///
  /// - Parameters:
  ///   - idleTimeout: The time without any transfer, in either direction, after which a request fails with
  ///     ``HTTPError/Code-swift.struct/timedOut``: by default 30 seconds, and a second more for each 16 KiB of
  ///     the request's body. Measured in whole seconds, rounded up; must be positive. Requests that wait for a free
  ///     connection count as idle.
  ///   - connectionsPerHost: The maximum number of connections to one host, while further requests wait: by default 12, so
  ///     that six photos and four listings at once leave some to what the user waits for. Must be positive.
  ///   - temporaryFolder: The folder for bodies given as streams while they are sent: by default the user's
  ///     temporary folder.
  public init(
    idleTimeout: Duration = .seconds(30), connectionsPerHost: Int = 12,
    temporaryFolder: URL = FileManager.default.temporaryDirectory
  ) {
    configuration = Configuration(
      idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, temporaryFolder: temporaryFolder)
    pool = Mutex(ConnectionPool(configuration))
  }

  /// Performs `request`.
  ///
  /// Body streams longer than 256 KiB are first written to the temporary folder: that way they have a
  /// length, and memory stays flat.
  ///
  /// - Parameter request: The request, with the destination of its response.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``HTTPError`` when no complete response arrived, `CancellationError` when the task was
  ///   cancelled. Either closes the connection.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    try HTTPError.check(
      idleTimeout: configuration.idleTimeout, connectionsPerHost: configuration.connectionsPerHost)
    var urlRequest = try URLRequest(request.head, hasBody: request.body.isPresent)
    let upload = try await UploadBody(of: request, spoolingTo: configuration.temporaryFolder)
    // The system takes the whole body at once, and then nothing moves that it would tell of.
    let sending = Duration.sending(upload.length ?? 0)
    urlRequest.timeoutInterval = configuration.idleSeconds + sending / .seconds(1)
    let exchange = try Exchange(request, upload: upload)
    KeptConnections.note(self)
    let mayRepeat = ConnectionPool.mayRepeat(request.head.method, upload)
    let pool = mayRepeat ? ConnectionPool(configuration) : pool.withLock { $0 }
    return try await exchange.response(to: request) { exchange in
      let task = pool.makeTask(urlRequest, sending: upload, for: exchange)
      task.resume()
      return { task.cancelFromAnywhere() }
    }
  }

  /// Exchanges whose tasks the session has not released.
  package var exchangeCount: Int { pool.withLock { $0 }.exchangeCount }

  package func closeConnections() { pool.withLock { $0 = ConnectionPool(configuration) } }
}

extension HTTPError {
  /// Refuses what no transport can have.
  static func check(idleTimeout: Duration, connectionsPerHost: Int) throws(HTTPError) {
    guard idleTimeout > .zero else {
      throw HTTPError(fault: .invalidRequest, "The transport's idleTimeout must be positive.")
    }
    guard connectionsPerHost > 0 else {
      throw HTTPError(fault: .invalidRequest, "The transport's connectionsPerHost must be positive.")
    }
  }
}
