public import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport for production: URLSession, with the same behaviour on every platform.
///
/// Beyond URLSession, it responds with redirects and refused sign-ins instead of acting on them,
/// sends and keeps no cookies, caches nothing, keeps the request's deadline and response limit, reports the
/// same fault in the same terms everywhere, and writes downloads to disk with flat memory. A request costs
/// about what a bare `URLSession.data(for:)` costs.
///
/// On Linux the system's FoundationNetworking (Swift 6.3) ends the process when a server closes the connection
/// within the head of a response, sends chunked trailers, or redirects to certain malformed addresses; nothing
/// outside of it can prevent that.
///
/// One transport holds one session with its pool of connections; share it. Connections close once the
/// transport has been released and its last request has ended.
public final class URLSessionTransport: ConnectionKeeping {
  /// How a transport treats its connections; see ``init(idleTimeout:connectionsPerHost:temporaryFolder:)``.
  package struct Configuration: Sendable, Hashable {
    package var idleTimeout: Duration = .seconds(30)
    package var connectionsPerHost = 6
    package var temporaryFolder: URL = FileManager.default.temporaryDirectory

    package init() {}
  }

  /// How this transport treats its connections.
  package let configuration: Configuration
  private let pool: Mutex<ConnectionPool>

  /// Makes a transport with its own pool of connections, and opens none yet.
  ///
  /// A setting that cannot be kept to fails the first request, with ``HTTPError/Code-swift.struct/invalidInput``.
  ///
  /// - Parameters:
  ///   - idleTimeout: How long nothing may move, in either direction, before a request fails with
  ///     ``HTTPError/Code-swift.struct/timedOut``: by default 30 seconds. Counted in whole seconds, rounded up; must
  ///     be positive. Requests that wait for a free connection count as idle.
  ///   - connectionsPerHost: Most connections to one host at a time, while further requests wait: by default 6, must
  ///     be positive.
  ///   - temporaryFolder: Where bodies given as streams are kept while they are sent: by default the user's
  ///     temporary folder.
  public convenience init(
    idleTimeout: Duration = .seconds(30), connectionsPerHost: Int = 6,
    temporaryFolder: URL = FileManager.default.temporaryDirectory
  ) {
    var configuration = Configuration()
    configuration.idleTimeout = idleTimeout
    configuration.connectionsPerHost = connectionsPerHost
    configuration.temporaryFolder = temporaryFolder
    self.init(configuration)
  }

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    pool = Mutex(ConnectionPool(configuration))
  }

  /// Performs `request`.
  ///
  /// Body streams longer than 256 KiB are first written to the temporary folder: that way they have a
  /// length, and memory stays flat.
  ///
  /// - Parameter request: What to send, and where its response goes.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``HTTPError`` when no whole response arrived, `CancellationError` when the task was
  ///   cancelled. Either closes the connection.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    try configuration.validate()
    if let deadline = request.deadline, request.clock.now >= deadline {
      throw HTTPError(fault: .deadlineExceeded, "The deadline had passed before the request was sent.")
    }
    let urlRequest = try URLRequest(request.head, hasBody: request.body.isPresent)
    let upload = try await upload(of: request)
    let exchange = try Exchange(request, upload: upload)
    let mayRepeat = ConnectionPool.mayRepeat(request.head.method, upload)
    let pool = mayRepeat ? ConnectionPool(configuration) : pool.withLock { $0 }
    let task = pool.makeTask(urlRequest, sending: upload, for: exchange)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard exchange.begin(continuation, task) else { return task.cancelFromAnywhere() }
        if let deadline = request.deadline { exchange.end(at: deadline, on: request.clock) }
        task.resume()
      }
    } onCancel: {
      exchange.end(with: CancellationError())
    }
  }

  /// Readies the body; only spooling a stream takes long enough for the deadline to matter.
  private func upload(of request: TransportRequest) async throws -> UploadBody {
    let folder = configuration.temporaryFolder
    guard case .stream = request.body, let deadline = request.deadline else {
      return try await UploadBody(request.body, spoolingTo: folder)
    }
    do {
      return try await withDeadline(deadline, clock: request.clock) {
        try await UploadBody(request.body, spoolingTo: folder)
      }
    } catch is DeadlineExceeded {
      throw HTTPError(fault: .deadlineExceeded, "The deadline passed before the body was ready to be sent.")
    }
  }

  /// Exchanges whose tasks the session has not released.
  package var exchangeCount: Int { pool.withLock { $0 }.exchangeCount }

  package func closeConnections() { pool.withLock { $0 = ConnectionPool(configuration) } }
}

extension URLSessionTransport.Configuration {
  fileprivate func validate() throws(HTTPError) {
    guard idleTimeout > .zero else {
      throw HTTPError(fault: .invalidRequest, "The transport's idleTimeout must be positive.")
    }
    guard connectionsPerHost > 0 else {
      throw HTTPError(fault: .invalidRequest, "The transport's connectionsPerHost must be positive.")
    }
  }
}

extension RequestBody {
  fileprivate var isPresent: Bool {
    if case .none = self { false } else { true }
  }
}
